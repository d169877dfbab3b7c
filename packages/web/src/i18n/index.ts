export * from './format.ts';
export * from './i18n-context.tsx';
export * from './words-of.ts';
