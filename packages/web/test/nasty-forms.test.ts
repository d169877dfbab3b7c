import { type AnyResource, catalogue, type Field, getResourcePath, localize } from '@gantry/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEdgeCaseRecords,
  createEdgeCaseValue,
  type EdgeCaseRecords,
  requested,
} from '../../server/test/edge-case-records.ts';
import type { Visit } from './browser.ts';
import { type AppShell, openConsole } from './console-harness.ts';

/** Forms that together contain every text type, in generic and customized pages. */
const forms = ['bannedWord', 'aiTech', 'drawPrompt', 'vipPlan', 'helpDoc', 'notice'];

let console: AppShell;
let records: EdgeCaseRecords;
let window: Visit;

beforeAll(async () => {
  console = await openConsole();
  records = createEdgeCaseRecords((path, body) => console.server.insist(path, body, { token: console.token }));
  window = await console.open('/ai/ai_limit_text');
});
afterAll(() => console?.close());

const isFree = (field: Field) =>
  field.kind === 'paragraph' || field.kind === 'markdown' || (field.kind === 'text' && field.pattern === undefined);

/** Returns the unrestricted text fields of the form, in order. */
function getTexts(resource: AnyResource): [string, Field][] {
  const rules = requested[resource.name] ?? {};
  return (resource.form ?? []).flat().flatMap((name): [string, Field][] => {
    const field = resource.fields[name];
    return field && isFree(field) && !(name in rules) && field.write === undefined ? [[name, field]] : [];
  });
}

/** Normalizes line endings. */
const asTyped = (text: string) => text.replaceAll('\r\n', '\n');

async function openForm(page: Page, resource: AnyResource, id: number): Promise<void> {
  await page.goto(`${resource.path}?${new URLSearchParams({ ...getTab(resource), id: String(id), edit: '1' })}`);
  await page.locator('.side-drawer form').waitFor();
}

/** Returns the tab of a resource on a shared page; the first tab needs no name. */
function getTab(resource: AnyResource): { tab?: string } {
  const first = catalogue.resources.find(({ path }) => path === resource.path);
  return first === resource ? {} : { tab: getResourcePath(resource.name, 'x').split('/')[1] ?? '' };
}

describe.each(catalogue.resources.filter(({ name }) => forms.includes(name)).map((one) => [one.name, one] as const))(
  'form of %s',
  (_, resource) => {
    it('shows malicious texts unchanged and keeps others as typed', async () => {
      const { id, values } = await records.of(resource);
      const { page, problems } = window;
      await openForm(page, resource, id);
      const box = (field: Field) =>
        page.locator('.side-drawer form').getByRole('textbox', { name: localize(field.label, 'en-US'), exact: true });
      const typed: Record<string, string> = {};
      for (const [at, [name, field]] of getTexts(resource).entries()) {
        await expect
          .poll(async () => [name, await box(field).inputValue()])
          .toEqual([name, asTyped(String(values[name] ?? ''))]);
        const text = asTyped(String(createEdgeCaseValue(field, at + 3)));
        await box(field).fill(text);
        typed[name] = text;
      }
      expect(Object.keys(typed)).not.toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.waitForSelector('[data-testid=toast]:has-text("Saved")');
      const stored = await console.call<Record<string, unknown>>(getResourcePath(resource.name, 'get'), { id });
      expect(stored).toMatchObject(typed);
      expect(problems).toEqual([]);
    });
  },
);
