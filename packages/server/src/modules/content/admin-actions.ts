import {
  ApiError,
  agent,
  carousel,
  course,
  courseSchedule,
  type FieldErrors,
  formatMaterial,
  formatRejection,
  getWritableFields,
  helpDoc,
  helpDocVersion,
  isMaterial,
  type LocalizedText,
  localize,
  menuGroup,
  menuItem,
  miniApp,
  notice,
  parseMaterialFiles,
  toTableName,
  type Values,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operation, OperationCall, Operations } from '../../platform/engine/operation.ts';
import { cloneRecord, createCloneOperation } from '../../platform/engine/record-actions/clone-record.ts';
import { deleteRecord } from '../../platform/engine/record-actions/delete-record.ts';
import {
  createGuardedWrites,
  type Derive,
  insertNew,
  type Rule,
  type RuleInput,
} from '../../platform/engine/record-actions/guarded-writes.ts';
import { mergeRecord } from '../../platform/engine/record-actions/merge-record.ts';
import { type Due, scheduleRecord } from '../../platform/engine/record-actions/move-record.ts';
import {
  createOperationsFor,
  createPlannedOperations,
} from '../../platform/engine/record-actions/planned-operations.ts';
import { reorderRecord } from '../../platform/engine/record-actions/reorder-record.ts';
import {
  createContentReader,
  createVersionOperations,
  keepVersion,
} from '../../platform/engine/record-actions/version-record.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { createRecordReader } from '../../platform/store/columns.ts';
import { type Column, getId, type RowOf, withNamedTables } from '../../platform/store/database.ts';
import { toChangedCells } from '../../platform/store/records.ts';
import { findUpload, writeRow } from '../knowledge/index.ts';
import { createSiteCalendar } from '../memberships/index.ts';
import { checkNoticeTimes, composeNotice, publishNotice, resendNotice, scheduleNotice } from './publish-notice.ts';

/** An article counts as untranslated unless both its title and its text exist in English. */
const deriveUntranslated: Derive = ({ titleEn, contentEn }) => ({ untranslated: !titleEn || !contentEn });
const { publish, rollback } = createVersionOperations(helpDoc, helpDocVersion, { derive: deriveUntranslated });
const writes = createGuardedWrites(helpDoc, async () => null, deriveUntranslated, helpDocVersion);
const read = createContentReader(helpDoc);

/** Users see the published version. The first change of a record published before versions were stored keeps what they see. */
const update: Operation<'help_docs'> = {
  ...writes.update,
  async run(call, prepared) {
    const { row } = call;
    const isStored = row.status !== 'published' || row.published_version !== null;
    return writes.update.run(isStored ? call : { ...call, row: await keepShown(call, row) }, prepared);
  },
};

async function keepShown(
  { tx, services }: OperationCall<'help_docs'>,
  row: RowOf<'help_docs'>,
): Promise<RowOf<'help_docs'>> {
  const { database, clock } = services;
  const at = row.published_at === null ? clock() : row.published_at;
  const version = { row, content: read(row), note: null, publisher: 'system', at };
  const cells = { published_version: await keepVersion(tx, database.dialect, helpDocVersion, version) };
  await tx.updateTable('help_docs').set(cells).where('id', '=', row.id).execute();
  return { ...row, ...cells };
}

/** Help docs are published now or at a later time, each time as a version that can be restored. */
const helpDocOperations: Operations = createOperationsFor(helpDoc, {
  create: writes.create,
  update,
  publish,
  rollback,
  schedule: scheduleRecord,
  clone: createCloneOperation(deriveUntranslated),
  reorder: reorderRecord,
  delete: deleteRecord({ with: [helpDocVersion] }),
});

export const newsOperations: Operations = {
  [`${notice.name}/compose`]: composeNotice,
  [`${notice.name}/publish`]: publishNotice,
  [`${notice.name}/schedule`]: scheduleNotice,
  [`${notice.name}/resend`]: resendNotice,
  ...helpDocOperations,
};

export const newsChecks: RecordChecks = { [notice.name]: checkNoticeTimes };

const menuWords = {
  internal: { zh: '页面以 / 开头', en: 'A page must start with /' },
  external: { zh: '链接以 https:// 开头', en: 'A link must start with https://' },
} as const satisfies Record<string, LocalizedText>;

/** Resources whose records are named by their key. */
const keyed: Readonly<Record<string, string>> = { app: miniApp.name, agent: agent.name };

/** A menu item has a valid target: a page, a URL, or an existing app or agent. */
const checkMenu: Rule = async ({ tx, values, caller }: RuleInput): Promise<FieldErrors | null> => {
  const { kind } = values;
  const target = String(values.target);
  if (kind === 'internal')
    return /^\/(?!\/)[^\s]*$/.test(target) ? null : { target: [localize(menuWords.internal, caller.locale)] };
  if (kind === 'external')
    return /^https:\/\/[^\s]+$/.test(target) ? null : { target: [localize(menuWords.external, caller.locale)] };
  const name = keyed[String(kind)];
  if (name === undefined) return null;
  const found = await withNamedTables(tx)
    .selectFrom(toTableName(name))
    .select('id')
    .where('key', '=', target)
    .executeTakeFirst();
  const label = localize(menuItem.fields.target.label, caller.locale);
  return found ? null : { target: [formatRejection('reference', label, caller.t)] };
};

/** Maximum number of groups, and of items, that are shown. */
const most = 500;

interface Viewer {
  readonly isSignedIn: boolean;
  readonly level: number;
  readonly platform: string;
}

function isVisibleTo({ isSignedIn, level, platform }: Viewer, item: RowOf<'menu_items'>): boolean {
  const platforms = JSON.parse(item.platforms ?? '[]') as string[];
  const isHere = platforms.length === 0 || platforms.includes(platform);
  return isHere && (isSignedIn || item.login_required !== 1) && (item.required_vip_level ?? 0) <= level;
}

/** The menu as a user sees it; empty groups are not shown. */
const previewMenu: Operation = {
  async run({ tx, input, caller }) {
    const ofGroups = tx.selectFrom('menu_groups').selectAll().where('status', '=', 'enabled');
    const ofItems = tx.selectFrom('menu_items').selectAll().where('status', '=', 'enabled');
    const groups = await ofGroups.orderBy('sort').orderBy('id').limit(most).execute();
    const items = await ofItems.orderBy('sort').orderBy('id').limit(most).execute();
    const isMember = input.viewer === 'member';
    const viewer = {
      isSignedIn: input.viewer !== 'guest',
      level: isMember ? Number(input.vipLevel ?? 1) : 0,
      platform: String(input.platform),
    };
    const toNames = ({ name, name_en: nameEn }: Pick<RowOf<'menu_items'>, 'name' | 'name_en'>) =>
      caller.locale === 'zh-CN' ? name : (nameEn ?? name);
    const menu = groups.map((group) => {
      const own = items.filter((item) => item.group_id === group.id && isVisibleTo(viewer, item));
      return { group: toNames(group), items: own.map((item) => `${toNames(item)} → ${item.target}`) };
    });
    const shown = menu.filter(({ items: own }) => own.length > 0);
    return { data: Object.fromEntries(shown.map(({ group, items: own }) => [group, own])) };
  },
};

export const modelOperations: Operations = {
  ...createOperationsFor(carousel, { reorder: reorderRecord }),
  ...createOperationsFor(menuGroup, { reorder: reorderRecord, merge: mergeRecord, preview: previewMenu }),
  ...createOperationsFor(menuItem, {
    reorder: reorderRecord,
    clone: cloneRecord,
    ...createGuardedWrites(menuItem, checkMenu),
  }),
};

export const modelChecks: RecordChecks = { [carousel.name]: checkNoticeTimes };

const span = { zh: '上课时间', en: 'The lesson time' };
const busy = { zh: '讲师此时已有课：', en: 'The teacher has another lesson at that time: ' };
/** States in which a lesson occupies its teacher. */
const taking = ['planned', 'ongoing'];

/** A lesson ends after it starts, has a location when it is held on site, and its teacher has no other lesson at that time. */
const checkLesson: Rule = async (guarded) => {
  const { values, caller, row } = guarded;
  const { locale, t } = caller;
  if (Number(values.startAt) >= Number(values.endAt))
    return { endAt: [formatRejection('range', localize(span, locale), t)] };
  if (values.mode === 'offline' && (values.place ?? null) === null)
    return { place: [formatRejection('required', localize(courseSchedule.fields.place.label, locale), t)] };
  return row === null || taking.includes(String(row.status)) ? checkOverlap(guarded) : null;
};

async function checkOverlap({ tx, dialect, row, values, caller }: RuleInput): Promise<FieldErrors | null> {
  await dialect.lock(tx, `teacher ${String(values.teacher)}`);
  const other = await tx
    .selectFrom('course_schedules')
    .select(['id', 'title'])
    .where('teacher', '=', String(values.teacher))
    .where('status', 'in', taking as Column<'course_schedules', 'status'>[])
    .where('start_at', '<', Number(values.endAt))
    .where('end_at', '>', Number(values.startAt))
    .where('id', '!=', row === null ? 0 : getId(row))
    .limit(1)
    .executeTakeFirst();
  if (!other) return null;
  return { startAt: [`${localize(busy, caller.locale)}#${String(other.id)} ${other.title}`.slice(0, 120)] };
}

const courseWords = {
  file: { zh: '文件不存在，请先上传', en: 'File not found. Upload it first.' },
  known: { zh: '资料里已有这个文件', en: 'This file is already part of the materials.' },
  many: { zh: '资料已到上限', en: 'The maximum number of materials is reached.' },
} as const satisfies Record<string, LocalizedText>;

const readMaterial = ({ attachments }: RowOf<'courses'>): string[] =>
  typeof attachments === 'string' ? (JSON.parse(attachments) as string[]) : [];

/** A file that is added to the material must exist; files that were there before are not checked. */
const checkMaterial: Rule = async ({ tx, row, values, caller }) => {
  const before = row ? readMaterial(row as RowOf<'courses'>) : [];
  const files = new Set(parseMaterialFiles(before).map(({ file }) => file));
  const fresh = parseMaterialFiles(values.attachments).filter(({ file }) => !files.has(file));
  for (const { file, name } of fresh)
    if (!(await findUpload(tx, file)))
      return { attachments: [`${name}: ${localize(courseWords.file, caller.locale)}`] };
  return null;
};

/** Adds an uploaded file to the end of the material. */
const attach: Operation<'courses'> = {
  undo: { fields: ['attachments'] },
  async run(call) {
    const { tx, row, input, caller } = call;
    const getRejection = (why: LocalizedText) =>
      new ApiError('invalid', { errors: { file: [localize(why, caller.locale)] } });
    const stored = await findUpload(tx, String(input.file));
    if (!stored) throw getRejection(courseWords.file);
    const before = readMaterial(row);
    if (parseMaterialFiles(before).some(({ file }) => file === stored.file)) throw getRejection(courseWords.known);
    if (before.length >= course.fields.attachments.maxItems) throw getRejection(courseWords.many);
    return writeRow(call, row, toChangedCells(course, { attachments: [...before, formatMaterial(stored)] }));
  },
};

interface Deps {
  readonly settings: SettingsReader;
}

/** The same lesson a week later, as a new record that is planned. */
function copyToNextWeek({ settings }: Deps): Operation<'course_schedules'> {
  const read = createRecordReader(courseSchedule, Object.keys(getWritableFields(courseSchedule, 'create')));
  return {
    prepare: async () => (await settings.read('system', 'site')).timezone,
    async run(call, timezone) {
      const { row, tx, caller, services } = call;
      const calendar = createSiteCalendar(String(timezone));
      const addWeek = (moment: unknown) => calendar.add(Number(moment), 7, 'day');
      const values = { ...read(row), startAt: addWeek(row.start_at), endAt: addWeek(row.end_at) };
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

/** A course that is sold has a price, and its material consists of URLs and files. */
function getCourseErrors({ isFree, price, attachments }: Values, { locale, t }: Caller): FieldErrors | null {
  if (isFree !== true && !(typeof price === 'number' && price > 0))
    return { price: [formatRejection('required', localize(course.fields.price.label, locale), t)] };
  if (Array.isArray(attachments) && !attachments.every(isMaterial)) return { attachments: [localize(links, locale)] };
  return null;
}

export const courseChecks: RecordChecks = { [course.name]: getCourseErrors };

/** Transitions of lessons that happen automatically. */
export const lessonsDue: readonly Due[] = [
  { resource: courseSchedule, action: 'finish', when: 'endAt' },
  { resource: courseSchedule, action: 'begin', when: 'startAt' },
];
