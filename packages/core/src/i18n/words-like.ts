/** The same keys, other words: what a second language must give. */
export type WordsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : WordsLike<T[K]> };
