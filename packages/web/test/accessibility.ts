import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** A broken rule. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: unknown; readonly html: string }[];
}
declare global {
  interface Window {
    readonly axe?: { run(root: Document, options: object): Promise<{ readonly violations: readonly Violation[] }> };
  }
}

const checker = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Only violations are reported in full, and no cross-origin file is fetched for inspection. */
const briefly = { resultTypes: ['violations'], preload: { assets: ['media'] } };
/** WCAG 2.2, level AA. */
const everything = { ...briefly, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** Rules whose result can differ between themes. */
const ofColour = { ...briefly, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/**
 * Returns the violations that the accessibility checker finds on a page, as `rule: element`: all of them, or only those that
 * colors can cause. The checker stays in the document, so navigation inside the console loads it only once.
 */
export async function violationsOn(page: Page, what: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(checker);
  const found = await page.evaluate(
    async (options) => (await window.axe?.run(document, options))?.violations,
    what === 'everything' ? everything : ofColour,
  );
  if (!found) throw new Error('the checker did not run');
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${String(target)} ${html.slice(0, 200)}`),
  );
}
