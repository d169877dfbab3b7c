import {
  course,
  courseSchedule,
  Fault,
  type FieldErrors,
  isMaterial,
  refusalWords,
  say,
  type Values,
  writableFields,
} from '@gantry/core';
import type { Caller } from '../../context.ts';
import { createSiteCalendar } from '../../membership/site-calendar.ts';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operation, Operations } from '../../resources/operation.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import { recordReader } from '../../store/columns.ts';
import { guardedWrites } from '../catalogue/guarded-writes.ts';
import { insertNew } from '../catalogue/insert-new.ts';
import type { Due } from '../catalogue/move-due.ts';
import { operationsOf } from '../catalogue/operations-of.ts';
import { plannedOperations } from '../catalogue/planned-operations.ts';
import { attach, materialRule } from './course-material.ts';
import { lessonRule } from './lesson-rule.ts';

interface Needs {
  readonly settings: SettingsReader;
}

/** The same lesson a week later, as a new record that is planned. */
function copyToNextWeek({ settings }: Needs): Operation {
  const read = recordReader(courseSchedule, Object.keys(writableFields(courseSchedule, 'create')));
  return {
    prepare: async () => (await settings.read('system', 'site')).timezone,
    async run(call, timezone) {
      const { row, tx, caller, services } = call;
      if (row === null) throw new Fault('notFound');
      const calendar = createSiteCalendar(String(timezone));
      const later = (moment: unknown) => calendar.add(Number(moment), 7, 'day');
      const values = { ...read(row), startAt: later(row.start_at), endAt: later(row.end_at) };
      const errors = await lessonRule({ tx, dialect: services.database.dialect, row: null, values, caller });
      if (errors) throw new Fault('invalid', { errors });
      return insertNew(call, values);
    },
  };
}

export function courseOperations(needs: Needs): Operations {
  return {
    ...operationsOf(course, { ...plannedOperations, ...guardedWrites(course, materialRule), attach }),
    ...operationsOf(courseSchedule, {
      ...guardedWrites(courseSchedule, lessonRule),
      copyToNextWeek: copyToNextWeek(needs),
    }),
  };
}

const links = {
  zh: '每项资料是一个 https:// 地址或一个上传的文件',
  en: 'Each piece of material is an https:// address or a file that was uploaded',
};

/** What is sold has a price; material is an address or a file. */
function courseErrors({ isFree, price, attachments }: Values, { locale, t }: Caller): FieldErrors | null {
  if (isFree !== true && !(typeof price === 'number' && price > 0))
    return { price: [refusalWords('required', say(course.fields.price.label, locale), t)] };
  if (Array.isArray(attachments) && !attachments.every(isMaterial)) return { attachments: [say(links, locale)] };
  return null;
}

export const courseChecks: RecordChecks = { [course.name]: courseErrors };

/** What happens to lessons by themselves. */
export const lessonsDue: readonly Due[] = [
  { resource: courseSchedule, action: 'finish', when: 'endAt' },
  { resource: courseSchedule, action: 'begin', when: 'startAt' },
];
