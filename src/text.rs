//! Every sentence that a person reads in the game, a column a language.

use crate::puzzle::{Direction, Metric};
use std::time::Duration;

/// A language of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// The language called `en` or `zh`.
    #[must_use]
    pub fn named(name: &str) -> Option<Lang> {
        match name {
            "en" => Some(Lang::En),
            "zh" => Some(Lang::Zh),
            _ => None,
        }
    }

    /// The language of a locale such as `zh_CN.UTF-8`: Chinese for every `zh`, else English.
    #[must_use]
    pub fn of_locale(locale: &str) -> Lang {
        if locale.starts_with("zh") {
            Lang::Zh
        } else {
            Lang::En
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Lang {
        match self {
            Lang::En => Lang::Zh,
            Lang::Zh => Lang::En,
        }
    }

    /// Of two wordings the one in this language.
    #[must_use]
    pub fn pick<T>(self, en: T, zh: T) -> T {
        match self {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }
}

/// Makes the list of phrases with its two columns.
macro_rules! phrases {
    ($($name:ident: $en:literal, $zh:literal;)*) => {
        /// A sentence or a word, whatever the language. `{}` stands for what [`Phrase::with`] puts in.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Phrase {
            $(#[doc = $en] $name,)*
        }

        impl Phrase {
            /// All of them.
            pub const ALL: &'static [Phrase] = &[$(Phrase::$name,)*];

            /// The words in `lang`.
            #[must_use]
            pub const fn words(self, lang: Lang) -> &'static str {
                match (self, lang) {
                    $((Phrase::$name, Lang::En) => $en, (Phrase::$name, Lang::Zh) => $zh,)*
                }
            }
        }
    };
}

phrases! {
    Title: "Huarong", "华容道";
    Move: "move", "移动";
    SlideFar: "slide until blocked", "滑到底";
    NextPiece: "next piece", "下一块";
    PreviousPiece: "previous piece", "上一块";
    Piece: "piece", "选块";
    PickPiece: "find a piece by its letter", "按字母选块";
    Undo: "undo", "撤销";
    Redo: "redo", "重做";
    Restart: "restart", "重来";
    Next: "next puzzle", "下一题";
    Hint: "hint", "提示";
    Solve: "solve", "求解";
    Help: "help", "帮助";
    Quit: "quit", "退出";
    Back: "back", "返回";
    Close: "close", "关闭";
    Redraw: "redraw the screen", "重绘屏幕";
    Suspend: "suspend", "挂起";
    Theme: "theme", "主题";
    Language: "中文", "English";
    SwitchMetric: "steps, slides or moves", "切换计步方式";
    NextShort: "next", "下一题";
    Play: "play", "播放";
    BackShort: "back", "退";
    On: "on", "进";
    SeekShort: "jump", "跳转";
    Up: "up", "上";
    Down: "down", "下";
    PlayPause: "play, pause", "播放、暂停";
    StepBack: "a move back", "后退一步";
    StepOn: "a move on", "前进一步";
    Seek: "jump to a tenth", "跳到十分之几";
    Faster: "faster", "加快";
    Slower: "slower", "减慢";
    PlayOn: "play on from here", "从此处接着玩";
    ToOwnGame: "back to your game", "回到自己的局面";
    ScrollUp: "scroll up", "向上滚动";
    ScrollDown: "scroll down", "向下滚动";
    Home: "list of puzzles", "题目列表";
    HomeShort: "list", "列表";
    Choose: "choose", "选择";
    PlayThis: "play this puzzle", "玩这一题";
    InHome: "In the list of puzzles (typing filters it)", "在题目列表中（输入文字可筛选）";
    Filter: "type to filter", "输入文字筛选";
    NothingFound: "No puzzle matches.", "没有符合的题目。";
    Author: "by", "作者";
    InPlay: "In play", "游戏中";
    InPlayer: "In the player", "播放解法时";
    InHelp: "In this help", "在帮助中";
    Everywhere: "Everywhere", "任何时候";
    YourLine: "your moves", "你的走法";
    Steps: "steps", "步数";
    Slides: "slides", "滑动数";
    Moves: "moves", "移动数";
    Remaining: "remaining", "剩余";
    Par: "par", "最优";
    Waste: "waste", "多走";
    Efficiency: "efficiency", "效率";
    Time: "time", "用时";
    LastMove: "last move", "上一步";
    Closer: "−1 good", "−1 好棋";
    Same: "0 no nearer", "0 没有接近";
    Away: "+1 away", "+1 走远了";
    CloserBy: "−{} good", "−{} 好棋";
    AwayBy: "+{} away", "+{} 走远了";
    CloserAscii: "-1 good", "-1 好棋";
    CloserByAscii: "-{} good", "-{} 好棋";
    Unsolvable: "unsolvable", "无解";
    UnsolvableFromHere: "There is no solution from here. u takes the move back.", "从这里已经无解，按 u 撤销。";
    NothingKnown: "searching", "搜索中";
    States: "states", "状态数";
    StatesPerSecond: "states/s", "每秒状态";
    Depth: "depth", "深度";
    Hints: "hints", "提示数";
    DistanceToGoal: "distance to goal", "到目标的距离";
    OptimalLine: "optimal line", "最优解法";
    Solved: "Solved!", "已解开！";
    SolvedOptimally: "Solved in the fewest {}: {}!", "以最少{}解开：{}！";
    SolvedWith: "Solved in {} {}; the fewest are {}. V reviews.", "共 {} {}解开，最少为 {}。按 V 回顾。";
    SolvedPlain: "Solved in {} {}.", "共 {} {}解开。";
    HintVerdict: "Hint: the last move: {}. H tells more.", "提示：上一步：{}。再按 H 看更多。";
    HintPiece: "Hint: {} goes next. H tells the way.", "提示：下一步走 {}。再按 H 看方向。";
    HintIs: "Hint: {} {}", "提示：{} {}";
    HintLine: "Hint: {}", "提示：{}";
    HintWaits: "The hint comes as soon as the solver has it.", "求解器一有结果就给出提示。";
    SolveWaits: "The solver is at work; Esc stops waiting.", "求解器正在工作，按 Esc 不再等待。";
    GaveUp: "The solver stopped at its limit; at least {} to go.", "求解器已达上限，至少还需 {}。";
    SolverFailed: "The solver failed: {}", "求解器出错：{}";
    AlreadySolved: "It is solved already.", "已经解开了。";
    NothingToUndo: "Nothing to take back.", "没有可撤销的。";
    NothingToRedo: "Nothing to play again.", "没有可重做的。";
    Blocked: "Nothing can go that way.", "那个方向走不动。";
    Ambiguous: "Several pieces can go that way: Tab or f picks one.", "有几块可以那样走，用 Tab 或 f 选一块。";
    PickPrompt: "Which piece? Type its letter.", "选哪一块？请按它的字母。";
    NoSuchPiece: "No piece is called that.", "没有这样的块。";
    TooSmall: "The window is too small.", "窗口太小。";
    TooSmallSizes: "It is {}; this board needs {}.", "现在 {}，此棋盘需要 {}。";
    Paused: "The clock stands still.", "计时已暂停。";
    MetricIs: "Counting {}.", "现在按{}计。";
    ThemeIs: "Theme: {}", "主题：{}";
    Exit: "exit", "出口";
    Review: "review your moves", "回顾自己的走法";
    ReviewShort: "review: {} of {} lost distance (!)", "回顾：{} / {} 步走远（!）";
    Best: "best", "最佳";
    SetAside: "A file could not be understood; it was put aside as {}.", "有一个文件无法读懂，已另存为 {}。";
    NotRead: "{} cannot be read: {}", "无法读取 {}：{}";
    NotWritten: "{} cannot be written: {}", "无法写入 {}：{}";
    Speed: "speed", "速度";
    Solution: "solution", "解法";
    NotOptimal: "not proven shortest", "未证明最短";
    OnlyPuzzle: "There is no other puzzle here.", "没有别的题目了。";
    MouseHelp: "Mouse: click selects or slides, drag moves a piece.", "鼠标：点击选块或滑动，拖动可移动。";
    SelectedIs: "selected", "选中";
    GoalHint: "Bring {} to the marked place.", "把 {} 移到标出的位置。";
    GoalNumbers: "Put the numbers in order.", "把数字按顺序排好。";
    GoalMany: "Bring every marked piece to its place.", "把各块移到指定的位置。";
}

impl Phrase {
    /// The words in `lang` with each `{}` replaced by the next of `parts`.
    #[must_use]
    pub fn with(self, lang: Lang, parts: &[&str]) -> String {
        let mut pieces = self.words(lang).split("{}");
        let mut whole = pieces.next().unwrap_or_default().to_owned();
        for (i, piece) in pieces.enumerate() {
            whole.push_str(parts.get(i).copied().unwrap_or_default());
            whole.push_str(piece);
        }
        whole
    }
}

/// What is counted in a metric: steps, slides or moves.
#[must_use]
pub const fn counted(metric: Metric) -> Phrase {
    match metric {
        Metric::Step => Phrase::Steps,
        Metric::Slide => Phrase::Slides,
        Metric::Move => Phrase::Moves,
    }
}

/// An arrow, or a letter where only plain characters may be drawn.
#[must_use]
pub const fn arrow(direction: Direction, ascii: bool) -> char {
    if ascii {
        return direction.letter();
    }
    match direction {
        Direction::Up => '↑',
        Direction::Down => '↓',
        Direction::Left => '←',
        Direction::Right => '→',
    }
}

/// A whole number with its digits in groups of three: `12 345 678`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// A time as `mm:ss`, or `h:mm:ss` from an hour on.
#[must_use]
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes:02}:{seconds:02}")
    }
}

/// A difference with its sign and words: `-1` is good, `+1` is away.
#[must_use]
pub fn verdict(lang: Lang, change: i64, ascii: bool) -> String {
    let by = change.unsigned_abs().to_string();
    match (change, ascii) {
        (0, _) => Phrase::Same.words(lang).to_owned(),
        (-1, false) => Phrase::Closer.words(lang).to_owned(),
        (-1, true) => Phrase::CloserAscii.words(lang).to_owned(),
        (1, _) => Phrase::Away.words(lang).to_owned(),
        (2.., _) => Phrase::AwayBy.with(lang, &[&by]),
        (_, false) => Phrase::CloserBy.with(lang, &[&by]),
        (_, true) => Phrase::CloserByAscii.with(lang, &[&by]),
    }
}

/// `text` with everything that could disturb a terminal replaced by `?`: control characters, marks that turn the
/// direction of writing, characters without a width of their own.
#[must_use]
pub fn harmless(text: &str) -> String {
    text.chars().map(harmless_char).collect()
}

/// `c`, or `?` if it could disturb a terminal.
#[must_use]
pub fn harmless_char(c: char) -> char {
    let width = unicode_width::UnicodeWidthChar::width(c);
    if matches!(width, Some(1 | 2)) && !c.is_control() {
        c
    } else {
        '?'
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_take_the_same_parts() {
        for phrase in Phrase::ALL {
            let holes = |lang| phrase.words(lang).matches("{}").count();
            assert_eq!(holes(Lang::En), holes(Lang::Zh), "{phrase:?}");
            assert!(!phrase.words(Lang::Zh).is_empty(), "{phrase:?}");
        }
    }

    #[test]
    fn parts_go_where_the_holes_are() {
        let words = Phrase::SolvedWith.with(Lang::En, &["130", "steps", "116"]);
        assert_eq!(words, "Solved in 130 steps; the fewest are 116. V reviews.");
    }

    #[test]
    fn numbers_times_and_verdicts_read_well() {
        assert_eq!(grouped(1_234_567), "1 234 567");
        assert_eq!(grouped(12), "12");
        assert_eq!(clock(Duration::from_secs(3_725)), "1:02:05");
        assert_eq!(clock(Duration::from_secs(84)), "01:24");
        assert_eq!(verdict(Lang::En, -1, false), "−1 good");
        assert_eq!(verdict(Lang::En, 3, false), "+3 away");
        assert_eq!(verdict(Lang::Zh, -2, true), "-2 好棋");
    }

    #[test]
    fn nothing_of_a_name_reaches_the_terminal_as_a_command() {
        assert_eq!(harmless("a\x1b[2Jb\u{202e}c\u{200b}曹"), "a?[2Jb?c?曹");
    }
}
