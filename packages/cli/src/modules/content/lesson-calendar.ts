import {
  type AnyResource,
  type CalendarLesson,
  createLessonCalendar,
  getResourcePath,
  kebab,
  type ListAnswer,
} from '@gantry/core';
import type { Command } from 'commander';
import { gather } from '../../commands/options/filters.ts';
import { parseWhere } from '../../commands/options/where.ts';
import type { Context } from '../../context/context.ts';
import { saveOrWrite } from '../../output/save-or-write.ts';

const columns = ['title', 'teacher', 'place', 'startAt', 'endAt', 'status', 'updatedAt'];

/** `course-schedule calendar lessons.ics`: writes lessons to a file that calendar applications can import. */
export function fillCalendar(command: Command, resource: AnyResource, context: Context): void {
  const { t } = context;
  const entity = kebab(resource.name);
  command
    .command('calendar')
    .description(t('files.lessonCalendar'))
    .argument('[file]', t('cli.outFile'))
    .option('-w, --where <field=value>', t('cli.where'), gather, [])
    .addHelpText('after', `\n${t('cli.examples')}\n  gantry ${entity} calendar lessons.ics --where status=planned`)
    .action(async (file: string | undefined, flags: { readonly where: string[] }) => {
      const filters = await parseWhere(flags.where, resource, context);
      const client = await context.client();
      const lessons: CalendarLesson[] = [];
      for (let cursor: string | null = null; ; ) {
        const body = { filters, columns, pageSize: 200, ...(cursor === null ? {} : { cursor }) };
        const page: ListAnswer = await client.call<ListAnswer>(getResourcePath(resource.name, 'list'), body);
        lessons.push(...(page.items as unknown as CalendarLesson[]));
        cursor = page.nextCursor ?? null;
        if (cursor === null) break;
      }
      const getSource = async () => new Blob([createLessonCalendar(lessons)]).stream();
      await saveOrWrite(getSource, { file: file ?? '-', force: true }, context);
    });
}
