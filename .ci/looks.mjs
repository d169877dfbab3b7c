// npm run looks: accepts the current screenshots of every console page. Review the changed images before you commit them.
process.env.GANTRY_ACCEPT_LOOKS = '1';
process.argv.push('packages/web/test/looks.test.ts');
await import('./test.mjs');
