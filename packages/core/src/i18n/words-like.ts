/** The type of the messages of another language: the same keys with other texts. */
export type WordsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : WordsLike<T[K]> };
