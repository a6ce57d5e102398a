//! How a table of sentences is made: a name, the English, the Chinese.

/// Makes a list of sentences with its two columns.
macro_rules! sentences {
    ($table:ident { $($name:ident: $en:literal, $zh:literal;)* }) => {
        /// A sentence or a word, whatever the language. `{}` stands for what `with` puts in.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $table {
            // The English serves as documentation, so that no variant is without it.
            $(#[doc = $en] $name,)*
        }

        impl $table {
            /// All of them.
            pub const ALL: &'static [$table] = &[$($table::$name,)*];

            /// The words in `lang`.
            pub const fn words(self, lang: $crate::text::Lang) -> &'static str {
                match (self, lang) {
                    $(
                        ($table::$name, $crate::text::Lang::En) => $en,
                        ($table::$name, $crate::text::Lang::Zh) => $zh,
                    )*
                }
            }

            /// Whether `word` is this one in any language; capitals do not matter.
            pub fn is(self, word: &str) -> bool {
                // The player may type the word of either language, whichever one is shown.
                let mut langs = $crate::text::Lang::ALL.into_iter();
                langs.any(|lang| self.words(lang).eq_ignore_ascii_case(word))
            }

            /// The words in `lang` with each `{}` replaced by the next of `parts`.
            pub fn with(self, lang: $crate::text::Lang, parts: &[impl AsRef<str>]) -> String {
                $crate::text::filled(self.words(lang), parts)
            }
        }
    };
}
