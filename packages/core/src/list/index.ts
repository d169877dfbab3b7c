export * from './hand-order.ts';
export * from './list-look.ts';
export * from './list-state.ts';
export * from './list-url.ts';
export * from './list-view.ts';
