export * from './format-context.tsx';
export * from './i18n-context.tsx';
export * from './words-of.ts';
