export * from './list-state.ts';
export * from './list-url.ts';
