// npm run looks: accepts how every page of the console looks now. Review the diff of the images before it is committed.
process.env.GANTRY_ACCEPT_LOOKS = '1';
process.argv.push('packages/web/test/looks.test.ts');
await import('./test.mjs');
