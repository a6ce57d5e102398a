//! The chapters of a solution: from one position to the next at which all shortest solutions come together.

use crate::solver::Neck;
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::play::game::Game;
use crate::tui::widgets::label;

/// Where in the chapters a game stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chapter<'a> {
    /// Which chapter it is, from 1, and how many there are.
    number: (usize, usize),
    /// Where it ends, if every shortest solution from here leads there.
    next: Option<&'a Neck>,
    /// How many moves remain.
    remaining: u32,
}

impl<'a> Chapter<'a> {
    /// That of the game in play; `None` if it has only one chapter, or if nothing is known of it.
    pub(crate) fn of(game: &'a Game) -> Option<Chapter<'a>> {
        let remaining = game.remaining().exact()?;
        let ends: Vec<&Neck> = game.findings.gatherings().collect();
        let space = game.map_data.space().filter(|_| !ends.is_empty())?;
        let passed = ends.iter().filter(|neck| neck.to >= remaining).count();
        // Beside the shortest solutions from the start another way may be the shortest from here.
        let (from, to) = space.place(game.session.position())?;
        let is_on_way = to.is_some_and(|to| Some(from + to) == space.survey().optimum);
        let next = ends.get(passed).copied().filter(|_| is_on_way);
        Some(Chapter { number: (passed + 1, ends.len() + 1), next, remaining })
    }

    /// The next position that every shortest solution passes, and how many moves lead there.
    pub(crate) fn next(self) -> Option<(&'a Neck, u32)> {
        self.next.map(|neck| (neck, self.remaining - neck.to))
    }

    /// The number among all.
    pub(crate) fn fraction(self) -> String {
        format!("{}/{}", self.number.0, self.number.1)
    }

    /// All of it, or as much as fits into so many columns.
    pub(crate) fn words(self, ctx: &Context, columns: u16) -> Option<String> {
        let [number, all] = [self.number.0, self.number.1].map(|number| number.to_string());
        let lang = ctx.lang();
        let short = Phrase::ChapterOf.with(lang, &[&number, &all]);
        let whole = self.next().map(|(_, moves)| {
            Phrase::ChapterToNeck.with(lang, &[&number, &all, &moves.to_string()])
        });
        let mut forms = whole.into_iter().chain([short]);
        forms.find(|words| label::width(words) <= columns.into())
    }
}
