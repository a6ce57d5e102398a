//! The screen of the map: the landscape of all positions, and what makes the puzzle hard; for a puzzle with too many
//! positions, the distance and its bounds over the game.

use super::braille;
use super::chapters::Chapter;
use super::plot::{self, Plot};
use super::space::{self, Scene};
use super::state::{MapData, MapScreen};
use crate::notation::printable;
use crate::solver::StateSpace;
use crate::text::{Phrase, grouped};
use crate::tui::context::Context;
use crate::tui::layout::{MapParts, map_parts};
use crate::tui::play::aim::{self, Spans};
use crate::tui::play::stats;
use crate::tui::play::stats::{Figure, figure, perhaps};
use crate::tui::screen::Component;
use crate::tui::widgets::board::Board;
use crate::tui::widgets::{bars, label, panel, sparkline};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Modifier, Style};

/// Draws it.
pub(crate) fn draw(view: MapScreen, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let parts = map_parts(ctx.game.puzzle(), area.as_size());
    let (head, rest) = panel::split(area, 1);
    bars::title(ctx, head, buffer);
    match &ctx.game.map_data {
        MapData::Mapped(space) => mapped(view, ctx, space, &parts, buffer),
        _ => over_time(ctx, &parts, buffer),
    }
    if let Some(layout) = &parts.board {
        match view.dot_position(ctx) {
            Some(position) => {
                let board =
                    Board { position: &position, selected: None, ..Board::of(&ctx.game, ctx) };
                board.draw(layout, buffer);
            }
            None => Board::of_game(ctx).draw(layout, buffer),
        }
    }
    if rest.height > 0 {
        bars::footer(ctx, view.scope(), panel::below(area, area.height - 1), buffer);
    }
}

fn mapped(
    view: MapScreen,
    ctx: &Context,
    space: &StateSpace,
    parts: &MapParts,
    buffer: &mut Buffer,
) {
    if parts.map.height >= 3 && parts.map.width >= 10 {
        match view.look {
            None => flat(view, ctx, space, parts.map, buffer),
            Some(look) => {
                panel::framed(Phrase::SpaceOf, parts.map, ctx, buffer);
                match scene(view, ctx) {
                    Some(scene) => scene.draw(ctx, look.dot, buffer),
                    None => placing(ctx, parts.map, buffer),
                }
            }
        }
        legend(view, ctx, space, parts.map, buffer);
    }
    let facts = facts(view, ctx, space);
    if !parts.beside {
        // The distance that is chosen first: the keys are about it.
        let (first, last) = facts.split_at(facts.len() - 3);
        stats::flow(&[last, first].concat(), parts.facts, ctx, buffer);
        return;
    }
    stats::column(&facts, parts.facts, ctx, buffer);
    if let Some(area) = histogram_area(parts, facts.len()) {
        histogram(view, ctx, space, area, buffer);
    }
}

/// The landscape.
fn flat(view: MapScreen, ctx: &Context, space: &StateSpace, map: Rect, buffer: &mut Buffer) {
    panel::framed(Phrase::MapOf, map, ctx, buffer);
    if let Some(plot) = Plot::of(&ctx.game, plot_area(view, ctx, space, map)) {
        plot.draw(&ctx.game, Some(view.chosen), ctx.theme(), buffer);
        if let Some(from) = view.from {
            plot.choose((from, view.chosen), ctx.theme(), buffer);
        }
    }
}

/// The map in space, if it is shown and there is room for it.
pub(crate) fn scene(view: MapScreen, ctx: &Context) -> Option<Scene<'_>> {
    let map = map_parts(ctx.game.puzzle(), ctx.window).map;
    let space = ctx.game.map_data.space()?;
    let has_room = map.height >= 3 && map.width >= 10;
    has_room.then(|| Scene::of(ctx, view.look?, plot_area(view, ctx, space, map)))?
}

/// That the map in space is being made, or that it will not come.
fn placing(ctx: &Context, map: Rect, buffer: &mut Buffer) {
    let words = match ctx.game.findings.shape {
        Some(Err(_)) => Phrase::NoMap,
        _ => Phrase::Placing,
    };
    let words = label::cut(words.words(ctx.lang()), map.width.saturating_sub(2), ctx.theme());
    buffer.set_string(map.x + 1, map.y + 1, words, ctx.theme().strong());
}

/// What the signs and colours of the landscape mean: each word, and what it is about.
fn legend_items(view: MapScreen, ctx: &Context, space: &StateSpace) -> Vec<Spans> {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let sign = |(glyph, style): (char, Style), words: Phrase| {
        vec![(glyph.to_string(), style), (format!(" {}", words.words(lang)), Style::new())]
    };
    let scale = |dots: [u8; 5], least: &str, most: &str| {
        let mut scale = vec![(least.to_owned(), Style::new())];
        scale.extend((0..).zip(dots).map(|(i, dots)| {
            let glyph = braille::glyph(dots, theme).to_string();
            (glyph, theme.density(f64::from(i) / 4.0))
        }));
        scale.push((format!(" {most}"), Style::new()));
        scale
    };
    let mut items = vec![
        sign((theme.glyph('○', 'o'), theme.strong()), Phrase::LegendStart),
        sign((theme.glyph('◆', '@'), theme.strong()), Phrase::LegendHere),
        sign(plot::way_look(0x24, theme), Phrase::LegendWay),
        sign(plot::corridor_look(0xff, theme), Phrase::LegendCorridor),
    ];
    match view.look {
        None => {
            // Fuller and more conspicuous where there are more positions.
            let most = Phrase::LegendMost.with(lang, &[&grouped(plot::most_states(space))]);
            items.push(scale([0x01, 0x0a, 0x2d, 0x7b, 0xff], "1 ", &most));
        }
        Some(_) => {
            // In space a dot is one position, and the scale tells how near the goal is.
            items.push(sign(space::solved_look(0xff, theme), Phrase::LegendSolved));
            items.push(scale([0xff; 5], "", Phrase::LegendGoal.words(lang)));
        }
    }
    items.push(sign(plot::neck_look(theme), Phrase::LegendNecks));
    items
}

/// The legend in rows that fit into the lower edge of the map and, as far as enough is left of it, above.
fn legend_rows(view: MapScreen, ctx: &Context, space: &StateSpace, map: Rect) -> Vec<Vec<Spans>> {
    let room = i32::from(map.width.saturating_sub(4));
    let mut rows: Vec<(i32, Vec<Spans>)> = Vec::new();
    for item in legend_items(view, ctx, space) {
        let needed = aim::width(&item) + 2;
        match rows.last_mut() {
            Some((used, row)) if *used + needed <= room + 2 => {
                *used += needed;
                row.push(item);
            }
            _ if needed <= room + 2 => rows.push((needed, vec![item])),
            // What does not fit into a row is left out.
            _ => {}
        }
    }
    rows.truncate(1 + usize::from(map.height.saturating_sub(8)));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Where the landscape is drawn within the map's frame: above those rows of the legend that have no room in the frame.
fn plot_area(view: MapScreen, ctx: &Context, space: &StateSpace, map: Rect) -> Rect {
    let inside = map.inner(Margin::new(1, 1));
    let above = legend_rows(view, ctx, space, map).len().saturating_sub(1) as u16;
    Rect { height: inside.height.saturating_sub(above), ..inside }
}

/// Draws the legend.
fn legend(view: MapScreen, ctx: &Context, space: &StateSpace, map: Rect, buffer: &mut Buffer) {
    let rows = legend_rows(view, ctx, space, map);
    let last = map.bottom().saturating_sub(1);
    for (y, row) in (0..=last).rev().zip(rows.iter().rev()) {
        let mut x = map.x + 2;
        for item in row {
            // The frame's line keeps a column away from words.
            buffer.set_string(x - 1, y, " ", Style::reset());
            for (words, style) in item {
                buffer.set_string(x, y, words, Style::reset().patch(*style));
                x += label::width(words) as u16;
            }
            buffer.set_string(x, y, " ", Style::reset());
            x += 2;
        }
    }
}

/// Where the histogram is below so many facts, if there is room.
fn histogram_area(parts: &MapParts, facts: usize) -> Option<Rect> {
    let used = u16::try_from(facts).unwrap_or(u16::MAX);
    let rest = panel::below(parts.facts, used.saturating_add(1));
    (parts.beside && rest.height >= 4).then_some(rest)
}

/// What is meant by a place on the screen: a spot of the landscape, or a distance of the histogram.
pub(crate) fn under(view: MapScreen, ctx: &Context, (x, y): (u16, u16)) -> Option<MapScreen> {
    let space = ctx.game.map_data.space()?;
    let parts = map_parts(ctx.game.puzzle(), ctx.window);
    let one = Margin::new(1, 1);
    let inside = plot_area(view, ctx, space, parts.map);
    if view.look.is_none() && inside.contains((x, y).into()) {
        let (from, chosen) = Plot::of(&ctx.game, inside)?.nearest((x, y))?;
        let from = Some(from);
        return Some(MapScreen { chosen, from, look: None });
    }
    let bars = histogram_area(&parts, facts(view, ctx, space).len())?.inner(one);
    let counts = &space.survey().histogram;
    let at = usize::from(x.checked_sub(bars.x)?) * per_column(counts.len(), bars.width);
    let is_bar = bars.contains((x, y).into()) && at < counts.len();
    is_bar.then_some(MapScreen { chosen: at as u32, from: None, look: view.look })
}

/// How many distances one column stands for.
fn per_column(distances: usize, columns: u16) -> usize {
    distances.div_ceil(usize::from(columns).max(1)).max(1)
}

/// Why the puzzle is hard, and at the end what the distance chosen holds.
fn facts(view: MapScreen, ctx: &Context, space: &StateSpace) -> Vec<Figure> {
    let (survey, theme, plain) = (space.survey(), ctx.theme(), Style::new());
    let mut facts = vec![
        figure(Phrase::AllStates, grouped(survey.states), theme.strong()),
        figure(Phrase::SolvedStates, grouped(survey.solved), plain),
    ];
    if survey.hopeless() > 0 {
        facts.push(figure(Phrase::DeadEnds, grouped(survey.hopeless()), theme.bad()));
    }
    facts.push(figure(Phrase::Branching, format!("{:.2}", survey.mean_branching), plain));
    if let (Some(optimum), Some(greatest)) = (survey.optimum, survey.greatest()) {
        facts.push(figure(Phrase::Par, optimum, theme.good()));
        facts.push(figure(Phrase::Shortest, many(survey.optimal_solutions), plain));
        facts.push(figure(Phrase::Hardest, greatest, plain));
    }
    let game = &ctx.game;
    if let Some((from, _)) = space.place(game.session.position()) {
        facts.push(figure(Phrase::FromStart, from, plain));
    }
    if let Some(to) = game.remaining().exact() {
        facts.push(figure(Phrase::Remaining, to, theme.accent()));
    }
    let states = survey.histogram.get(view.chosen as usize).copied();
    facts.push(figure(Phrase::ChosenDistance, view.chosen, theme.accent()));
    facts.push(figure(Phrase::OfThem, grouped(states.unwrap_or(0)), plain));
    // Its place is kept before it is known, and it is the last.
    let chapter = Chapter::of(game).filter(|_| ctx.is_shown());
    facts.push(perhaps(Phrase::Chapter, chapter.map(Chapter::fraction), plain));
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
fn histogram(view: MapScreen, ctx: &Context, space: &StateSpace, area: Rect, buffer: &mut Buffer) {
    let inside = panel::framed(Phrase::PerDistance, area, ctx, buffer);
    let counts = &space.survey().histogram;
    let a_column = per_column(counts.len(), inside.width);
    let bins: Vec<u64> = counts.chunks(a_column).map(|bin| bin.iter().sum()).collect();
    let most = bins.iter().copied().max().unwrap_or(1).max(1);
    let height = u64::from(inside.height) * 8;
    let eighths = |bin: &u64| (u128::from(*bin) * u128::from(height)).div_ceil(most.into()) as u32;
    let chosen = view.chosen as usize / a_column;
    for (i, (x, bin)) in (inside.left()..inside.right()).zip(&bins).enumerate() {
        let style = match i == chosen {
            true => ctx.theme().accent().add_modifier(Modifier::REVERSED),
            false => ctx.theme().dim(),
        };
        sparkline::bar(x, eighths(bin), inside, (ctx.theme(), style), buffer);
    }
}

/// While the positions are being listed, or if they are too many: what is known of the distance after every move of the line.
fn over_time(ctx: &Context, parts: &MapParts, buffer: &mut Buffer) {
    let figures = [stats::of_game(ctx), stats::searching(ctx)].concat();
    if parts.beside {
        let used = stats::column(&figures, parts.facts, ctx, buffer);
        let rest = panel::below(parts.facts, used);
        if let Some((words, style)) = stats::verdict(ctx).filter(|_| !rest.is_empty()) {
            buffer.set_string(rest.x, rest.y, label::cut(&words, rest.width, ctx.theme()), style);
        }
    } else {
        stats::flow(&figures, parts.facts, ctx, buffer);
    }
    if parts.map.height >= 5 && parts.map.width >= 10 {
        let surveying = |states| Phrase::Surveying.with(ctx.lang(), &[&grouped(states)]);
        let words = match &ctx.game.map_data {
            MapData::Broken(why) => {
                Phrase::SolverFailed.with(ctx.lang(), &[&printable::masked(why)])
            }
            MapData::Surveyed(states) => surveying(*states),
            MapData::Unasked => surveying(0),
            MapData::Endless | MapData::Mapped(_) => Phrase::NoMap.words(ctx.lang()).to_owned(),
        };
        let wrapped = |words: &str| label::wrapped(words, parts.map.width.saturating_sub(2));
        // The chart stays where it is while the number grows.
        let rows = wrapped(&surveying(u64::from(u32::MAX))).len().min(2);
        let (top, chart) = panel::split(parts.map, rows as u16);
        for (row, words) in top.rows().zip(wrapped(&words)) {
            buffer.set_string(top.x + 1, row.y, words, ctx.theme().dim());
        }
        let inside = panel::framed(Phrase::BoundsOverTime, chart, ctx, buffer);
        sparkline::of_game(ctx, inside, buffer);
    }
}
