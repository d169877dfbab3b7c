import process from 'node:process';
import { type FindAnswer, findCalls, kebab, localize } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { type PrintColumn, printRecords } from '../../output/print.ts';

const titles = { entity: { zh: '对象', en: 'Entity' }, title: { zh: '名称', en: 'Name' } } as const;
const toText = (value: unknown) => String(value ?? '');

/** `find`: searches all entities. Each result shows the name of its command, so that the next command can use it. */
export function fillFind(command: Command, context: Context): void {
  const { t, locale } = context;
  const columns: readonly PrintColumn[] = [
    { name: 'entity', title: localize(titles.entity, locale), full: true, format: toText },
    { name: 'id', title: 'ID', right: true, full: true, format: toText },
    { name: 'title', title: localize(titles.title, locale), format: toText },
  ];
  command
    .argument('<words...>')
    .addHelpText('after', `\n${t('cli.examples')}\n  gantry find spring\n  gantry find li.ming -o ndjson`)
    .action(async (words: readonly string[]) => {
      const client = await context.client();
      const { items } = await client.call<FindAnswer>(findCalls.findRecords.path, { keyword: words.join(' ') });
      const records = items.map(({ resource, id, title }) => ({ entity: kebab(resource), id, title }));
      const form = context.form(process.stdout.isTTY ? 'table' : 'tsv');
      if (records.length === 0) context.note(t('list.nothing'));
      await printRecords(context, records, columns, form, { items: records });
    });
}
