export * from './application-settings.ts';
