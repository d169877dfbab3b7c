export * from './translator.ts';
export type { WordsLike } from './words-like.ts';
