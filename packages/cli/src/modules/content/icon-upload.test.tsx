import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aiIcon } from '@gantry/core';
import { expect, it, onTestFinished } from 'vitest';
import { renderTui } from '../../../test/render-tui.tsx';
import { iconUpload } from './icon-upload.tsx';

it('creates an icon from each matching image, and lists those that failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-icons-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['a.png', 'b.png', 'c.svg', 'notes.txt']) writeFileSync(join(folder, name), name);
  const made: unknown[] = [];
  const write = async (path: string, body: unknown) => {
    const { name } = body as { name: string };
    if (path.endsWith('/upload')) return { path: `/files/${name}` };
    if (name === 'b') throw new Error('Name is already taken');
    made.push(body);
    return { id: made.length };
  };
  const pages: unknown[] = [];
  const open = async (shape: unknown) => void pages.push(shape);
  const ended: boolean[] = [];
  const Page = iconUpload.page;
  const shown = await renderTui(<Page resource={aiIcon} record={null} onDone={() => ended.push(true)} />, {
    changes: { write: write as never, open: open as never },
  });
  await shown.type('/none/x.png');
  await shown.press('ctrl-s');
  await expect.poll(() => shown.text()).toContain('file or folder not found');
  await shown.press('ctrl-u');
  await shown.type(join(folder, '*.png'));
  await shown.press('enter');
  await shown.type(folder);
  await shown.press('ctrl-s');
  await expect.poll(() => ended).toEqual([true]);
  expect(made).toEqual([
    { name: 'a', group: 'other', picture: '/files/a.png' },
    { name: 'c', group: 'other', picture: '/files/c.svg' },
  ]);
  expect(pages).toEqual(['page']);
  shown.close();
});
