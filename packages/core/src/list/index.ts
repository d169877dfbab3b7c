export * from './english-title.ts';
export * from './hand-order.ts';
export * from './list-state.ts';
export * from './list-view.ts';
