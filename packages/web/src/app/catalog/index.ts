export * from './load-definition.ts';
export * from './outline.ts';
