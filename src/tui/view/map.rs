//! The screen of the map: the landscape of all positions, and what makes the puzzle hard; for a puzzle with too many
//! positions, the distance and its bounds over the game.

use super::board::Board;
use super::panel;
use super::stats::{self, Figure, figure};
use super::terrain::Terrain;
use super::{bars, label, sparkline};
use crate::solver::Landscape;
use crate::text::{Phrase, grouped, harmless};
use crate::tui::ground::{Ground, MapView};
use crate::tui::layout::{MapParts, map_parts};
use crate::tui::model::Model;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Draws it.
pub(super) fn draw(model: &Model, view: MapView, area: Rect, buffer: &mut Buffer) {
    let parts = map_parts(model.game().puzzle(), area.as_size());
    let (head, rest) = panel::split(area, 1);
    bars::title(model, head, buffer);
    match &model.game().ground {
        Ground::Mapped(land) => mapped(model, view, land, &parts, buffer),
        Ground::Endless | Ground::Broken(_) => over_time(model, &parts, buffer),
        Ground::Unasked => surveying(model, 0, &parts, buffer),
        Ground::Surveyed(states) => surveying(model, *states, &parts, buffer),
    }
    if let Some(layout) = &parts.board {
        Board::of_game(model).draw(layout, buffer);
    }
    if rest.height > 0 {
        bars::footer(model, panel::below(area, area.height - 1), buffer);
    }
}

/// How many positions there are so far.
fn surveying(model: &Model, states: u64, parts: &MapParts, buffer: &mut Buffer) {
    let words = Phrase::Surveying.with(model.lang(), &[&grouped(states)]);
    let words = label::cut(&words, parts.map.width.saturating_sub(2));
    if !parts.map.is_empty() {
        let (x, y) = (parts.map.x + 1, parts.map.y);
        buffer.set_string(x, y, words, model.theme().strong());
    }
}

fn mapped(model: &Model, view: MapView, land: &Landscape, parts: &MapParts, buffer: &mut Buffer) {
    if parts.map.height >= 3 && parts.map.width >= 10 {
        let inside = panel::framed(Phrase::MapOf, parts.map, model, buffer);
        Terrain::new(land, inside).draw(model.game(), model.theme(), buffer);
    }
    let facts = facts(model, view, land);
    if !parts.beside {
        // The distance that is chosen first: the keys are about it.
        let (first, last) = facts.split_at(facts.len() - 2);
        stats::flow(&[last, first].concat(), parts.facts, model, buffer);
        return;
    }
    let used = stats::column(&facts, parts.facts, model, buffer);
    let rest = panel::below(parts.facts, used + 1);
    if rest.height >= 4 {
        histogram(model, view, land, rest, buffer);
    }
}

/// Why the puzzle is hard, and at the end what the distance chosen holds.
fn facts(model: &Model, view: MapView, land: &Landscape) -> Vec<Figure> {
    let (survey, theme, plain) = (land.survey(), model.theme(), Style::new());
    let mut facts = vec![
        figure(Phrase::AllStates, grouped(survey.states), theme.strong()),
        figure(Phrase::SolvedStates, grouped(survey.solved), plain),
    ];
    if survey.hopeless() > 0 {
        facts.push(figure(
            Phrase::DeadEnds,
            grouped(survey.hopeless()),
            theme.bad(),
        ));
    }
    facts.push(figure(
        Phrase::Branching,
        format!("{:.2}", survey.mean_branching),
        plain,
    ));
    if let (Some(optimum), Some(greatest)) = (survey.optimum, survey.greatest()) {
        facts.push(figure(Phrase::Par, optimum, theme.good()));
        facts.push(figure(
            Phrase::Shortest,
            many(survey.optimal_solutions),
            plain,
        ));
        facts.push(figure(Phrase::Hardest, greatest, plain));
    }
    let game = model.game();
    if let Some((from, _)) = land.place(game.session.position()) {
        facts.push(figure(Phrase::FromStart, from, plain));
    }
    if let Some(to) = game.remaining().exact() {
        facts.push(figure(Phrase::Remaining, to, theme.accent()));
    }
    let there = survey.histogram.get(view.chosen as usize);
    facts.push(figure(Phrase::ChosenDistance, view.chosen, theme.accent()));
    facts.push(figure(
        Phrase::OfThem,
        grouped(there.copied().unwrap_or(0)),
        plain,
    ));
    facts
}

/// A number that may have many digits.
fn many(number: u128) -> String {
    match u64::try_from(number) {
        Ok(number) if number < 1_000_000_000 => grouped(number),
        _ => format!("{:.1e}", number as f64),
    }
}

/// How many positions there are at each distance, the one chosen marked.
fn histogram(model: &Model, view: MapView, land: &Landscape, area: Rect, buffer: &mut Buffer) {
    let inside = panel::framed(Phrase::PerDistance, area, model, buffer);
    let counts = &land.survey().histogram;
    let columns = usize::from(inside.width);
    let a_column = counts.len().div_ceil(columns.max(1)).max(1);
    let bins: Vec<u64> = counts
        .chunks(a_column)
        .map(|bin| bin.iter().sum())
        .collect();
    let most = bins.iter().copied().max().unwrap_or(1).max(1);
    let height = u64::from(inside.height) * 8;
    let eighths = |bin: &u64| (u128::from(*bin) * u128::from(height)).div_ceil(most.into()) as u32;
    let chosen = view.chosen as usize / a_column;
    for (i, (x, bin)) in (inside.left()..inside.right()).zip(&bins).enumerate() {
        let style = match i == chosen {
            true => model.theme().accent().add_modifier(Modifier::REVERSED),
            false => model.theme().dim(),
        };
        sparkline::bar(x, eighths(bin), inside, (model.theme(), style), buffer);
    }
}

/// What is known of the distance after every move of the line.
fn over_time(model: &Model, parts: &MapParts, buffer: &mut Buffer) {
    let figures = stats::of_game(model);
    if parts.beside {
        let used = stats::column(&figures, parts.facts, model, buffer);
        let rest = panel::below(parts.facts, used);
        if let Some((words, style)) = stats::verdict(model).filter(|_| !rest.is_empty()) {
            buffer.set_string(rest.x, rest.y, label::cut(&words, rest.width), style);
        }
    } else {
        stats::flow(&figures, parts.facts, model, buffer);
    }
    if parts.map.height >= 4 && parts.map.width >= 10 {
        let (top, chart) = panel::split(parts.map, 1);
        let words = match &model.game().ground {
            Ground::Broken(why) => Phrase::SolverFailed.with(model.lang(), &[&harmless(why)]),
            _ => Phrase::NoMap.words(model.lang()).to_owned(),
        };
        let words = label::cut(&words, top.width.saturating_sub(2));
        buffer.set_string(top.x + 1, top.y, words, model.theme().dim());
        let inside = panel::framed(Phrase::BoundsOverTime, chart, model, buffer);
        sparkline::of_game(model, inside, buffer);
    }
}
