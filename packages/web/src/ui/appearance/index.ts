export * from './appearance-context.tsx';
export * from './apply-palette.ts';
export * from './initial-settings.ts';
