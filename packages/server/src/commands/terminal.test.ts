import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createTerminal, reasonOf } from './terminal.ts';

const said = (error: unknown) =>
  ['zh-CN', 'en-US'].map((locale) => reasonOf(error, createTerminal({ GANTRY_LOCALE: locale })));

it('says in words what the system says of a file and of another machine', async () => {
  let missing: unknown;
  try {
    readFileSync('/no-such-folder/file');
  } catch (error) {
    missing = error;
  }
  expect(said(missing)).toEqual([
    '/no-such-folder/file：没有这个文件或文件夹',
    '/no-such-folder/file: there is no such file or folder',
  ]);
  const refused = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve));
  expect(said(refused)).toEqual(['连不上 127.0.0.1:1（ECONNREFUSED）', 'cannot reach 127.0.0.1:1 (ECONNREFUSED)']);
  expect(said(new AggregateError([refused, refused]))[1]).toBe('cannot reach 127.0.0.1:1 (ECONNREFUSED)');
  expect(said(new Error('else'))).toEqual(['else', 'else']);
});
