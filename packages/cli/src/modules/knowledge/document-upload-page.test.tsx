import { fileURLToPath } from 'node:url';
import { pdfDoc, ResponseError } from '@gantry/core';
import { expect, it } from 'vitest';
import { renderTui } from '../../../test/render-tui.tsx';
import { createWrites } from '../../tui/app/use-writes.tsx';
import { createWriteKeys } from '../../tui/keys/write-keys.ts';
import { documentUploadPage as Page } from './document-upload-page.tsx';

const lost = new ResponseError({ ok: false, code: null, message: 'gone', reaction: 'show' }, null, null, null);

it('repeats an attempt without a response with the same key, so that it is charged once', async () => {
  const sent: [call: string, key: string | undefined][] = [];
  const client = {
    call: async (path: string, _body: unknown, { idempotencyKey }: { idempotencyKey?: string }) => {
      sent.push([path.split('/').at(-1) ?? '', idempotencyKey]);
      if (sent.length === 2) throw lost;
      return path.endsWith('/add') ? { id: 5 } : { file: 'kept', name: 'a.pdf', size: 1, format: 'pdf' };
    },
  };
  const open = async () => null as never;
  const write = createWrites(client as never, open, String as never, () => undefined, createWriteKeys());
  const ended: boolean[] = [];
  const shown = await renderTui(<Page resource={pdfDoc} record={null} onDone={() => ended.push(true)} />, {
    changes: { client: client as never, write },
  });
  await shown.type('1');
  await shown.press('tab');
  await shown.type(fileURLToPath(import.meta.url));
  await shown.press('ctrl-s');
  await expect.poll(() => sent.length).toBe(2);
  await expect.poll(() => shown.text()).not.toContain('Saving');
  await shown.press('ctrl-s');
  await expect.poll(() => ended).toEqual([true]);
  const [upload, add, uploadAgain, addAgain] = sent;
  expect(sent.map(([name]) => name)).toEqual([upload?.[0], 'add', uploadAgain?.[0], 'add']);
  expect([addAgain?.[1] === add?.[1], uploadAgain?.[1] === upload?.[1]]).toEqual([true, false]);
  shown.close();
});

it('shows at its field that the file was not found, in the language of the user', async () => {
  const shown = await renderTui(<Page resource={pdfDoc} record={null} onDone={() => undefined} />);
  await shown.type('1');
  await shown.press('tab');
  await shown.type('/none/none.pdf');
  await shown.press('ctrl-s');
  await expect.poll(() => shown.text()).toMatch(/file or folder not found/);
  shown.close();
});
