import { describe, expect, it } from 'vitest';
import { docs } from './docs.mjs';
import { treeOf } from './tree.mjs';

const findingsOf = (files: Record<string, string>) =>
  docs(treeOf(files)).findings.map(({ file, line, message }) => `${file}:${line} ${message}`);

const page = '# Page\n\n## A heading, here\n\n```json\n{"a": 1}\n```\n\n```yaml\n# a.yaml\na: 1\n```\n';
const files = { 'docs/page.md': page, 'docs/zh/page.md': page };

describe('docs', () => {
  it('accepts links to files, folders and headings that exist', () => {
    const links = '[a](page.md#a-heading-here) [b](#page) [c](zh) [d](https://example.com) `[e](none.md)`';
    expect(findingsOf({ ...files, 'docs/zh/page.md': page, 'docs/page.md': `${page}${links}\n` })).toEqual([]);
  });

  it('reports a link to a file or a heading that does not exist', () => {
    const text = `${page}[a](none.md)\n[b](page.md#none)\n`;
    expect(findingsOf({ ...files, 'docs/page.md': text })).toEqual([
      'docs/page.md:13 there is no none.md',
      'docs/page.md:14 there is no heading page.md#none',
    ]);
  });

  it('reports samples that do not parse', () => {
    const found = findingsOf({ ...files, 'docs/page.md': page.replace('1}', '1'), 'docs/samples/a.json': '{' });
    expect(found).toEqual([
      expect.stringMatching(/^docs\/page\.md:5 the sample is no json: /),
      expect.stringMatching(/^docs\/samples\/a\.json:1 the sample is no json: /),
    ]);
  });

  it('reports a page without a twin, and twins with different headings', () => {
    expect(findingsOf({ 'docs/page.md': page })).toEqual(['docs/page.md:1 has no twin docs/zh/page.md']);
    expect(findingsOf({ 'docs/zh/page.md': page })).toEqual(['docs/zh/page.md:1 has no page in English']);
    expect(findingsOf({ ...files, 'docs/zh/page.md': '# Page\n' })).toEqual([
      'docs/zh/page.md:1 has other headings than docs/page.md',
    ]);
  });
});
