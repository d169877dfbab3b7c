export * from './appearance-context.tsx';
export * from './apply-palette.ts';
export * from './apply-theme.ts';
export * from './initial-settings.ts';
export * from './use-device.ts';
export * from './use-on-paper.ts';
