import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../setup/setup.mjs';
import { findExternalUrls } from './external-urls.mjs';

const builds = ['server', 'cli', 'web'].map((name) => ({ name, folder: path.join(root, 'packages', name, 'dist') }));
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const readable = /\.(html|css|m?js|json|svg)$/;

describe.each(builds)('the build of $name', ({ folder }) => {
  const files = existsSync(folder) ? filesOf(folder) : [];
  const texts = files.filter((file) => readable.test(file)).map((file) => [file, readFileSync(file, 'utf8')] as const);

  test('exists', () => {
    expect(texts.length).toBeGreaterThan(0);
  });

  test('contains no source maps, no local settings and no tests', () => {
    expect(files.filter((file) => /\.map(\.(br|gz))?$|(^|\/)\.env|\.test\./.test(file))).toEqual([]);
    expect(texts.filter(([, text]) => /sourceMappingURL=/.test(text)).map(([file]) => file)).toEqual([]);
  });

  test('does not contain the path of its build folder', () => {
    expect(texts.filter(([, text]) => text.includes(root)).map(([file]) => file)).toEqual([]);
  });
});

test('the console loads nothing from another site', () => {
  const web = path.join(root, 'packages/web/dist');
  const found = filesOf(web)
    .filter((file) => readable.test(file))
    .flatMap((file) => findExternalUrls(readFileSync(file, 'utf8')).map((url) => `${path.basename(file)}: ${url}`));
  expect(found).toEqual([]);
});

test('no file of the console exceeds 60 kB when compressed', () => {
  const sizes = filesOf(path.join(root, 'packages/web/dist/assets'))
    .filter((file) => /\.(js|css)\.br$/.test(file))
    .map((file) => ({ file: path.basename(file), bytes: statSync(file).size }));
  expect(sizes.length).toBeGreaterThan(10);
  expect(sizes.filter(({ bytes }) => bytes > 60_000)).toEqual([]);
});

test.each([
  ['<script src="https://cdn.example/a.js"></script>', 'https://cdn.example/a.js'],
  ['<link rel="stylesheet" href="//cdn.example/a.css">', '//cdn.example/a.css'],
  ['a { background: url(https://cdn.example/a.png) }', 'https://cdn.example/a.png'],
  ['@import "https://cdn.example/a.css";', 'https://cdn.example/a.css'],
  ['import("https://cdn.example/a.js")', 'https://cdn.example/a.js'],
  ["fetch('http://cdn.example/a')", 'http://cdn.example/a'],
  ['s.src="https://cdn.example/a.js"', 'https://cdn.example/a.js'],
  ['new WebSocket(`wss://cdn.example/a`)', 'wss://cdn.example/a'],
])('finds the request in %s', (text, url) => {
  expect(findExternalUrls(text)).toEqual([url]);
});

test.each(['see https://react.dev/errors/1', '<svg xmlns="http://www.w3.org/2000/svg">', '<a href="/login">'])(
  'finds no request in %s',
  (text) => {
    expect(findExternalUrls(text)).toEqual([]);
  },
);
