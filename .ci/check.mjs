// npm run check [-- names]: runs every static check, or the named ones. Lists all findings and exits with 1 when there are any.
import { checks } from './checks/index.mjs';
import { treeAt } from './checks/tree.mjs';
import { Problem, runMain } from './setup/problem.mjs';
import { root } from './setup/setup.mjs';

await runMain(async () => {
  const tree = treeAt(root);
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(checks);
  const verdicts = await Promise.all(
    wanted.map(async (name) => {
      const check = checks[name];
      if (!check) throw new Problem(`There is no check "${name}". There are: ${Object.keys(checks).join(', ')}.`);
      return { name, ...(await check(tree)) };
    }),
  );
  for (const { name, findings } of verdicts) {
    for (const { file, line, message } of findings) process.stdout.write(`${file}:${line}  ${message}  [${name}]\n`);
  }
  for (const { name, findings, note } of verdicts) {
    process.stdout.write(`${findings.length === 0 ? 'ok  ' : 'FAIL'} ${name}${note ? `: ${note}` : ''}\n`);
  }
  return verdicts.some(({ findings }) => findings.length > 0) ? 1 : 0;
});
