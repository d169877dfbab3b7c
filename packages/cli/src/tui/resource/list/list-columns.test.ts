import { stripVTControlCharacters } from 'node:util';
import { catalogue, localize, parseSort } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { createTestTui } from '../../../../test/render-tui.tsx';
import { measureWidth } from '../../../output/wrap-text.ts';
import { createKeyHub } from '../../driver/key-hub.ts';
import { renderRecord } from '../record/render-record.ts';
import { fitList, formatHeadings, formatRowLine, listColumns } from './list-columns.ts';

const withControls = '\u001b[2J\u202e违禁\n词';
const createRecord = (names: readonly string[]) => ({
  id: 7,
  version: 1,
  ...Object.fromEntries(names.map((name) => [name, withControls])),
});

describe.each(catalogue.resources.map((resource) => [resource.name, resource] as const))(
  'list of %s',
  (_name, resource) => {
    it.each([40, 80, 178])('fits into %i columns and keeps the title of a record', async (width) => {
      const tui = await createTestTui(createKeyHub(), {}, false, 'zh-CN');
      const columns = listColumns(resource, tui);
      const textual = columns
        .filter((column) => ['text', 'paragraph'].includes(column.field.kind))
        .map((column) => column.name);
      const record = createRecord(textual);
      const sort = parseSort(resource.list.sort);
      const fitted = fitList(columns, [record], width - 4, sort, tui);
      const lines = [true, false].map((chosen) =>
        formatRowLine(columns, fitted, record, { chosen, picked: chosen, width }, tui),
      );
      for (const line of [formatHeadings(columns, fitted, sort, tui), ...lines]) {
        expect(measureWidth(line)).toBeLessThanOrEqual(width);
        expect(stripVTControlCharacters(line)).not.toMatch(/[\u0000-\u001f\u202e]/);
      }
      const names = fitted.map(({ index }) => columns[index]?.name);
      if (columns.some((column) => column.name === resource.title)) expect(names).toContain(resource.title);
    });

    it('shows the fields of a record with labels and without control characters', async () => {
      const tui = await createTestTui(createKeyHub(), {}, false, 'zh-CN');
      const record = createRecord(
        Object.entries(resource.fields)
          .filter(([, field]) => field.kind === 'text')
          .map(([name]) => name),
      );
      const text = stripVTControlCharacters(renderRecord(resource, record, 60, tui).join('\n'));
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
      const title = resource.fields[resource.title];
      if (title?.kind === 'text') expect(text).toContain(localize(title.label, 'zh-CN'));
    });
  },
);

describe('listColumns', () => {
  it('does not show personal data to an operator', async () => {
    const hub = createKeyHub();
    for (const resource of catalogue.resources) {
      const names = listColumns(resource, await createTestTui(hub, { role: 'user' })).map((column) => column.name);
      for (const [name, field] of Object.entries(resource.fields))
        if (field.personal) expect(names).not.toContain(name);
    }
  });
});
