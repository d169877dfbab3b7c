import {
  ApiError,
  course,
  courseSchedule,
  type FieldErrors,
  formatMaterial,
  formatRejection,
  getWritableFields,
  isMaterial,
  type LocalizedText,
  localize,
  parseMaterialFiles,
  type Values,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operation, Operations } from '../../platform/engine/operation.ts';
import {
  createGuardedWrites,
  type Guarded,
  insertNew,
  type Rule,
} from '../../platform/engine/record-actions/guarded-writes.ts';
import type { Due } from '../../platform/engine/record-actions/move-record.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/operations-of.ts';
import { createPlannedOperations } from '../../platform/engine/record-actions/planned-operations.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { recordReader } from '../../platform/store/columns.ts';
import type { Column, RowOf } from '../../platform/store/database.ts';
import { toChangedCells } from '../../platform/store/records.ts';
import { findUpload, writeRow } from '../knowledge/index.ts';
import { createSiteCalendar } from '../memberships/index.ts';

const span = { zh: '上课时间', en: 'The lesson time' };
const busy = { zh: '讲师此时已有课：', en: 'The teacher has another lesson at that time: ' };
/** States in which a lesson takes its teacher's time. */
const taking = ['planned', 'ongoing'];

/** A lesson ends after it starts, has a place when it is held at one, and its teacher has no other at that time. */
const checkLesson: Rule = async (guarded) => {
  const { values, caller, row } = guarded;
  const { locale, t } = caller;
  if (Number(values.startAt) >= Number(values.endAt))
    return { endAt: [formatRejection('range', localize(span, locale), t)] };
  if (values.mode === 'offline' && (values.place ?? null) === null)
    return { place: [formatRejection('required', localize(courseSchedule.fields.place.label, locale), t)] };
  return row === null || taking.includes(String(row.status)) ? overlap(guarded) : null;
};

async function overlap({ tx, dialect, row, values, caller }: Guarded): Promise<FieldErrors | null> {
  await dialect.lock(tx, `teacher ${String(values.teacher)}`);
  const other = await tx
    .selectFrom('course_schedules')
    .select(['id', 'title'])
    .where('teacher', '=', String(values.teacher))
    .where('status', 'in', taking as Column<'course_schedules', 'status'>[])
    .where('start_at', '<', Number(values.endAt))
    .where('end_at', '>', Number(values.startAt))
    .where('id', '!=', row === null ? 0 : Number(row.id))
    .limit(1)
    .executeTakeFirst();
  if (!other) return null;
  return { startAt: [`${localize(busy, caller.locale)}#${String(other.id)} ${other.title}`.slice(0, 120)] };
}

const words = {
  file: { zh: '文件不存在，请先上传', en: 'File not found. Upload it first.' },
  known: { zh: '资料里已有这个文件', en: 'This file is already part of the materials.' },
  many: { zh: '资料已到上限', en: 'The maximum number of materials is reached.' },
} as const satisfies Record<string, LocalizedText>;

const materialIn = ({ attachments }: RowOf<'courses'>): string[] =>
  typeof attachments === 'string' ? (JSON.parse(attachments) as string[]) : [];

/** A file that comes among the material is there; one that has stood there stays as it is. */
const checkMaterial: Rule = async ({ tx, row, values, caller }) => {
  const before = row ? materialIn(row as RowOf<'courses'>) : [];
  const files = new Set(parseMaterialFiles(before).map(({ file }) => file));
  const fresh = parseMaterialFiles(values.attachments).filter(({ file }) => !files.has(file));
  for (const { file, name } of fresh)
    if (!(await findUpload(tx, file))) return { attachments: [`${name}: ${localize(words.file, caller.locale)}`] };
  return null;
};

/** An uploaded file becomes the last piece of material. */
const attach: Operation<'courses'> = {
  undo: { fields: ['attachments'] },
  async run(call) {
    const { tx, row, input, caller } = call;
    const rejection = (why: LocalizedText) =>
      new ApiError('invalid', { errors: { file: [localize(why, caller.locale)] } });
    const stored = await findUpload(tx, String(input.file));
    if (!stored) throw rejection(words.file);
    const before = materialIn(row);
    if (parseMaterialFiles(before).some(({ file }) => file === stored.file)) throw rejection(words.known);
    if (before.length >= course.fields.attachments.maxItems) throw rejection(words.many);
    return writeRow(call, row, toChangedCells(course, { attachments: [...before, formatMaterial(stored)] }));
  },
};

interface Deps {
  readonly settings: SettingsReader;
}

/** The same lesson a week later, as a new record that is planned. */
function copyToNextWeek({ settings }: Deps): Operation<'course_schedules'> {
  const read = recordReader(courseSchedule, Object.keys(getWritableFields(courseSchedule, 'create')));
  return {
    prepare: async () => (await settings.read('system', 'site')).timezone,
    async run(call, timezone) {
      const { row, tx, caller, services } = call;
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
  en: 'Each item must be an https:// URL or an uploaded file.',
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
