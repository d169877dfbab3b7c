export * from './cells.tsx';
export * from './column-shapes.ts';
export * from './field-props.ts';
export * from './filter-words.tsx';
export * from './option-tag.tsx';
export * from './reference-port.ts';
export * from './use-calls.ts';
export * from './words.tsx';
