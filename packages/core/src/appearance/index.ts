export * from './application-settings.ts';
export * from './chart-colors.ts';
export * from './color.ts';
export * from './contrast.ts';
export * from './palette.ts';
export * from './preset-colors.ts';
