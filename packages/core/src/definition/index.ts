export * from './call.ts';
export * from './field.ts';
export * from './naming.ts';
export * from './report.ts';
export * from './resource.ts';
export * from './screen.ts';
export * from './settings.ts';
export * from './words.ts';
