export * from './catalog.ts';
export * from './envelope.ts';
export * from './error-message.ts';
export * from './fault.ts';
export * from './react-to.ts';
