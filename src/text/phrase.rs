//! The table of sentences: a name, the English, the Chinese.

use super::Lang;

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
    Map: "map of all positions", "全局地图";
    MapShort: "map", "地图";
    Open: "open a file", "打开文件";
    OpenShort: "open", "打开";
    OpenFile: "open it", "打开它";
    Complete: "complete the name", "补全文件名";
    CompleteShort: "complete", "补全";
    Blind: "show or hide what the solver says", "显示或隐藏求解信息";
    ChooseDistance: "choose a distance", "选择距离";
    DistanceShort: "distance", "距离";
    PlayRandom: "play a random position so far from the goal", "玩一个此距离的随机局面";
    RandomShort: "random start", "随机开局";
    PlayHardest: "play the hardest start", "玩最难的开局";
    HardestShort: "hardest start", "最难开局";
    NextCollection: "next or previous collection", "下一集、上一集";
    CollectionShort: "collection", "换集";
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
    PlayShort: "play", "开始";
    PlayThis: "play this puzzle", "玩这一题";
    InHome: "In the list of puzzles (typing filters it)", "在题目列表中（输入文字可筛选）";
    InMap: "On the map", "在地图上";
    Editor: "editor: draw a puzzle", "编辑器：画一道题";
    InEditor: "In the editor", "在编辑器中";
    InSave: "Where a file is saved", "保存文件时";
    InExport: "Where the forms are shown", "导出时";
    GoCell: "to another cell", "移动光标";
    PaintOn: "go on and paint", "边走边画";
    Paint: "paint here", "在此处画";
    PaintShort: "paint", "画";
    NewPieceHere: "a new piece here", "在此处画新块";
    NewShort: "new", "新块";
    EraseHere: "erase here", "擦除此处";
    EraseShort: "erase", "擦除";
    PickUp: "paint with what is here", "拿此处的块来画";
    WallTool: "paint walls", "画墙";
    GateTool: "paint gates", "画门";
    LockHere: "lock of the piece here: none, along, across, fixed", "此块的锁：无、横、竖、固定";
    LockShort: "lock", "锁";
    TurnOver: "draw the start or the goal", "画开局或目标";
    GoalShort: "goal", "目标";
    Widths: "a column more or fewer", "增减一列";
    Heights: "a row more or fewer", "增减一行";
    EmptyBoard: "an empty board", "空棋盘";
    NumberBoard: "a number puzzle", "数字盘";
    FromGame: "the puzzle that is played", "载入正在玩的题";
    PlayDrawn: "play it", "开始玩";
    SaveDrawn: "save it", "保存";
    SaveShort: "save", "保存";
    ExportDrawn: "export it", "导出";
    ExportShort: "export", "导出";
    SaveFile: "save; again to replace a file", "保存；再按一次则覆盖";
    SaveForm: "save this form", "保存这种格式";
    MouseEditor: "In the editor: paint with the button held; click a tool, the piece in hand to lock it, or the last row for the other board.", "编辑器中：按住按键来画；点击工具，点手中的块换锁，点最后一行换到另一张盘。";
    EditorTitle: "Editor", "编辑器";
    ExportTitle: "The drawing in every form", "各种格式";
    SavePrompt: "save as", "另存为";
    ReplaceFile: "A file is called that. Enter replaces it, Esc does not.", "已有同名文件。回车覆盖，Esc 不覆盖。";
    Written: "{} is written.", "已写入 {}。";
    Drawn: "A drawing", "自制题";
    PieceInHand: "piece", "块";
    NewPiece: "new piece", "新块";
    Erase: "nothing", "空格";
    Wall: "wall", "墙";
    Gate: "gate", "门";
    BoardStart: "board: start", "盘：开局";
    BoardGoal: "board: goal", "盘：目标";
    Playable: "It can be played: Enter.", "可以玩了，按回车。";
    Reasons: "No puzzle yet ({}):", "还不是一道题（{}）：";
    NotPlayable: "Not playable yet: {}", "还不能玩：{}";
    PickForGoal: "Which piece? p picks one up on the start, f names one.", "哪一块？在开局盘按 p 拿起，或按 f 输入字母。";
    NoPieceHere: "There is no piece here.", "此处没有块。";
    NoOtherSize: "The board has no other size that way.", "棋盘不能再改了。";
    NoMoreNames: "There are no names left.", "没有可用的名字了。";
    GhostKey: "play against your best game or the optimal line", "与自己的最佳或最优解法并行";
    Ghost: "ghost", "幽灵";
    GhostOff: "No ghost.", "不显示幽灵。";
    GhostBest: "Ghost: your best game, step for step.", "幽灵：自己的最佳，按步数。";
    GhostBestTime: "Ghost: your best game, second for second.", "幽灵：自己的最佳，按时间。";
    GhostOptimal: "Ghost: the optimal line, step for step; it counts as a hint.", "幽灵：最优解法，按步数；计为一次提示。";
    GhostOptimalTime: "Ghost: the optimal line, a move a second; it counts as a hint.", "幽灵：最优解法，每秒一步；计为一次提示。";
    GhostNone: "{} There is none of this puzzle yet.", "{} 此题还没有。";
    InTimes: "In the times", "在成绩表中";
    Times: "times of scrambles", "打乱题成绩";
    TimesShort: "times", "成绩";
    NextSize: "next or previous size", "下一种、上一种大小";
    SizeShort: "size", "大小";
    Inspection: "look", "观察";
    PerSecond: "steps/s", "每秒步数";
    NoTimes: "No scrambled number puzzle has been solved yet: huarong 4x4 makes them.", "还没有打乱题的成绩，用 huarong 4x4 开始。";
    TimesOf: "times of {}", "{} 的成绩";
    NowColumn: "now", "当前";
    SessionColumn: "session", "本次";
    EverColumn: "best", "最佳";
    SpeedSolved: "{} in {} s, {} a second.", "{}，{} 秒，每秒 {} 步。";
    SpeedAverage: "{} in {} s, {} a second; {} {}.", "{}，{} 秒，每秒 {} 步；{} {}。";
    InOpen: "Where a file is opened", "打开文件时";
    Filter: "type to filter", "输入文字筛选";
    NothingFound: "No puzzle matches.", "没有符合的题目。";
    Author: "by", "作者";
    InPlay: "In play", "游戏中";
    InPlayer: "In the player", "播放解法时";
    InHelp: "In this help", "在帮助中";
    Everywhere: "Everywhere", "任何时候";
    Target: "goal", "目标";
    NextWaypoint: "next waypoint", "下一个途经局面";
    YourLine: "your moves", "你的走法";
    Steps: "steps", "步数";
    Slides: "slides", "滑动数";
    Moves: "moves", "移动数";
    OneStep: "{} step", "{} 步";
    OneSlide: "{} slide", "{} 次滑动";
    OneMove: "{} move", "{} 次移动";
    ManySteps: "{} steps", "{} 步";
    ManySlides: "{} slides", "{} 次滑动";
    ManyMoves: "{} moves", "{} 次移动";
    Remaining: "remaining", "剩余";
    Par: "par", "最优";
    Waste: "waste", "多走";
    Waypoints: "waypoints", "途经";
    Lifting: "pieces may be lifted", "可拿起棋子";
    Efficiency: "efficiency", "效率";
    EfficiencyShort: "effic.", "效率";
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
    States: "states", "状态数";
    StatesPerSecond: "states/s", "每秒状态";
    Depth: "depth", "深度";
    Hints: "hints", "提示数";
    DistanceToGoal: "distance to goal", "到目标的距离";
    OptimalLine: "optimal line", "最优解法";
    SolvedOptimally: "Solved in the fewest {}: {}! N goes on.", "以最少{}解开：{}！按 N 下一题。";
    SolvedWith: "Solved in {}; the fewest are {}. V reviews.", "用 {}解开，最少为 {}。按 V 回顾。";
    DailyOf: "Daily {}", "每日 {}";
    DailySolved: "Solved in {}. To share: {}", "用 {}解开。可分享：{}";
    SolvedPlain: "Solved in {}. V reviews.", "用 {}解开。按 V 回顾。";
    HintVerdict: "Hint: the last move: {}. H tells more.", "提示：上一步：{}。再按 H 看更多。";
    HintPiece: "Hint: {} goes next. H tells the way.", "提示：下一步走 {}。再按 H 看方向。";
    HintIs: "Hint: {} {}", "提示：{} {}";
    HintLine: "Hint: {}", "提示：{}";
    HintLikely: "Hint, not proven best: {} {}", "提示（未证明最优）：{} {}";
    NotProven: "The best so far, {}; not proven shortest: at least {}.", "目前最好的解法，{}；未证明最短，至少 {}。";
    HintWaits: "The hint comes as soon as the solver has it.", "求解器一有结果就给出提示。";
    SolveWaits: "The solver is at work; Esc stops waiting.", "求解器正在工作，按 Esc 不再等待。";
    GaveUp: "The solver stopped at its limit; at least {} to go.", "求解器已达上限，至少还需 {}。";
    SolverFailed: "The solver failed: {}", "求解器出错：{}";
    AlreadySolved: "It is solved already.", "已经解开了。";
    NothingToUndo: "Nothing to take back.", "没有可撤销的。";
    NothingToReview: "No move has been played yet.", "还没有走过一步。";
    NothingToRedo: "Nothing to play again.", "没有可重做的。";
    Blocked: "Nothing can go that way.", "那个方向走不动。";
    Ambiguous: "Several pieces can go that way: Tab or f picks one.", "有几块可以那样走，用 Tab 或 f 选一块。";
    PickPrompt: "Which piece? Type its letter.", "选哪一块？请按它的字母。";
    NoSuchPiece: "No piece is called that.", "没有这样的块。";
    TooSmall: "The window is too small.", "窗口太小。";
    TooSmallSizes: "It is {}; this board needs {}.", "现在 {}，此棋盘需要 {}。";
    ShowAlways: "The solver's figures are shown.", "显示求解信息。";
    ShowEnd: "The solver's figures are hidden until the end.", "求解信息到解开后才显示。";
    ShowNever: "The solver's figures are hidden.", "隐藏求解信息。";
    MapOf: "map: from the start → / to the goal ↑", "地图：离起点 → / 离目标 ↑";
    BoundsOverTime: "distance to goal, its proven bounds light", "到目标的距离（浅色为已证明的界）";
    Surveying: "Listing all positions: {} so far.", "正在列出全部局面，已有 {}。";
    NoMap: "Too many positions to be listed.", "局面太多，无法全部列出。";
    AllStates: "positions", "局面";
    SolvedStates: "solved", "已解";
    DeadEnds: "dead ends", "死局";
    Branching: "ways on, mean", "平均走法";
    Hardest: "hardest start", "最难开局";
    Shortest: "shortest solutions", "最短解数";
    FromStart: "from the start", "离起点";
    ChosenDistance: "distance chosen", "所选距离";
    OfThem: "positions there", "该处局面";
    PerDistance: "positions by distance", "各距离的局面数";
    Jumped: "{} to go from here. u takes it back.", "由此还需 {}。按 u 撤销。";
    OpenPrompt: "file", "文件";
    NothingThere: "Nothing there begins so.", "没有以此开头的文件。";
    MetricIs: "Counting {}.", "现在按{}计。";
    ThemeIs: "Theme: {}", "主题：{}";
    Exit: "exit", "出口";
    Review: "review your moves", "回顾自己的走法";
    ReviewShort: "{} of {} lost distance (!)", "{} / {} 步走远（!）";
    Best: "best", "最佳";
    YourBest: "your best", "你的最佳走法";
    DistanceDotted: "distance to goal, your best dotted", "到目标的距离（点为最佳）";
    Versus: "to go: you {}, best {}", "还需：现在 {}，最佳 {}";
    SetAside: "A file could not be understood; it was put aside as {}.", "有一个文件无法读懂，已另存为 {}。";
    SetAsideFor: "{} was put aside: {}", "{} 已另存，因为：{}";
    Ignored: "{}: {}; the rest holds.", "{}：{}；其余照常。";
    NotRead: "{} cannot be read: {}", "无法读取 {}：{}";
    NotWritten: "{} cannot be written: {}", "无法写入 {}：{}";
    Hardness: "hard", "难度";
    Solution: "solution", "解法";
    SolutionDoubted: "solution, not proven shortest", "解法（未证明最短）";
    NotShortest: "maybe not best", "或非最短";
    OnlyPuzzle: "There is no other puzzle here.", "没有别的题目了。";
    WithMouse: "With the mouse", "用鼠标";
    MouseBoard: "On the board: click to select a piece or push tiles, drag a piece, round corners too.", "棋盘上：点击选块或推动数字，拖动滑块，可以拐弯。";
    MouseChart: "On the distances: click to go back to that moment; on the small map: click to open it.", "点击距离图回到那一刻，点击小地图把它打开。";
    MouseMap: "On the map: click to choose a distance or a spot, once more to play from there.", "地图上：点击选定距离或位置，再点一次从那里开局。";
    MouseList: "In lists: click to choose, once more to play. The wheel turns lists, help and solutions.", "列表中：点击选择，再点一次开始。滚轮翻动列表、帮助和解法。";
    GoalHint: "Bring {} to the marked place.", "把 {} 移到标出的位置。";
    GoalNumbers: "Put the numbers in order.", "把数字按顺序排好。";
    GoalOrder: "Put the numbers in this order:", "把数字排成这个样子：";
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
