import {
  ApiError,
  course,
  courseSchedule,
  type FieldErrors,
  formatRejection,
  getWritableFields,
  isMaterial,
  localize,
  type Values,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operation, Operations } from '../../platform/engine/operation.ts';
import { createGuardedWrites } from '../../platform/engine/record-actions/guarded-writes.ts';
import { insertNew } from '../../platform/engine/record-actions/insert-new.ts';
import type { Due } from '../../platform/engine/record-actions/move-due.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/operations-of.ts';
import { createPlannedOperations } from '../../platform/engine/record-actions/planned-operations.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { recordReader } from '../../platform/store/columns.ts';
import { createSiteCalendar } from '../memberships/site-calendar.ts';
import { attach, checkMaterial } from './course-material.ts';
import { checkLesson } from './lesson-rule.ts';

interface Deps {
  readonly settings: SettingsReader;
}

/** The same lesson a week later, as a new record that is planned. */
function copyToNextWeek({ settings }: Deps): Operation {
  const read = recordReader(courseSchedule, Object.keys(getWritableFields(courseSchedule, 'create')));
  return {
    prepare: async () => (await settings.read('system', 'site')).timezone,
    async run(call, timezone) {
      const { row, tx, caller, services } = call;
      if (row === null) throw new ApiError('notFound');
      const calendar = createSiteCalendar(String(timezone));
      const later = (moment: unknown) => calendar.add(Number(moment), 7, 'day');
      const values = { ...read(row), startAt: later(row.start_at), endAt: later(row.end_at) };
      const errors = await checkLesson({ tx, dialect: services.database.dialect, row: null, values, caller });
      if (errors) throw new ApiError('invalid', { errors });
      return insertNew(call, values);
    },
  };
}

export function createCourseOperations(deps: Deps): Operations {
  return {
    ...createOperationsFor(course, {
      ...createPlannedOperations,
      ...createGuardedWrites(course, checkMaterial),
      attach,
    }),
    ...createOperationsFor(courseSchedule, {
      ...createGuardedWrites(courseSchedule, checkLesson),
      copyToNextWeek: copyToNextWeek(deps),
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
    return { price: [formatRejection('required', localize(course.fields.price.label, locale), t)] };
  if (Array.isArray(attachments) && !attachments.every(isMaterial)) return { attachments: [localize(links, locale)] };
  return null;
}

export const courseChecks: RecordChecks = { [course.name]: courseErrors };

/** What happens to lessons by themselves. */
export const lessonsDue: readonly Due[] = [
  { resource: courseSchedule, action: 'finish', when: 'endAt' },
  { resource: courseSchedule, action: 'begin', when: 'startAt' },
];
