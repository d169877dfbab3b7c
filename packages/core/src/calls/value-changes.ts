import { camel, type Field, type Fields, localize } from '../definition/index.ts';
import {
  boolean,
  byteCount,
  type FormatContext,
  formatValue,
  identifier,
  integer,
  json,
  tags,
  text,
} from '../fields/index.ts';
import { diffRows, isOfKind, type RowDiff } from './json-table.ts';

/** Details that the audit log adds to the fields of a record. */
const loggedDetails: Fields = {
  action: text({ zh: '处置', en: 'Action taken' }),
  afterSeq: integer({ zh: '从第几条之后', en: 'After message' }),
  amount: integer({ zh: '数额', en: 'Amount' }),
  approval: identifier({ zh: '审批单', en: 'Approval' }),
  approvedBy: text({ zh: '批准人', en: 'Approved by' }),
  audience: text({ zh: '给谁用', en: 'Audience' }),
  bytes: integer({ zh: '大小', en: 'Size' }, byteCount),
  cleared: integer({ zh: '清除条数', en: 'Cleared' }),
  coin: integer({ zh: '货币', en: 'Coins' }),
  createdAt: text({ zh: '创建时间', en: 'Created' }),
  deletedFiles: integer({ zh: '删除的文件', en: 'Files deleted' }),
  ended: integer({ zh: '结束的会话', en: 'Sessions ended' }),
  endedSessions: integer({ zh: '结束的会话', en: 'Sessions ended' }),
  export: identifier({ zh: '导出', en: 'Export' }),
  failed: integer({ zh: '失败', en: 'Failed' }),
  file: text({ zh: '文件', en: 'File' }),
  flagged: boolean({ zh: '标记', en: 'Flagged' }),
  form: text({ zh: '格式', en: 'Form' }),
  from: text({ zh: '从', en: 'From' }),
  fromPage: integer({ zh: '起始页', en: 'From page' }),
  id: identifier({ zh: '编号', en: 'ID' }),
  into: identifier({ zh: '并入', en: 'Merged into' }),
  isNew: boolean({ zh: '新文件', en: 'New file' }),
  job: identifier({ zh: '后台任务', en: 'Background job' }),
  kind: text({ zh: '类型', en: 'Kind' }),
  name: text({ zh: '名称', en: 'Name' }),
  no: text({ zh: '单号', en: 'Number' }),
  note: text({ zh: '备注', en: 'Note' }),
  noticeId: identifier({ zh: '通知编号', en: 'Notification ID' }),
  ok: boolean({ zh: '通过', en: 'Passed' }),
  ownerId: identifier({ zh: '所有者编号', en: 'Owner ID' }),
  path: text({ zh: '路径', en: 'Path' }),
  compute: integer({ zh: '算力', en: 'Compute' }),
  problem: text({ zh: '问题', en: 'Problem' }),
  query: text({ zh: '筛选', en: 'Filters' }),
  questions: integer({ zh: '问题数', en: 'Questions' }),
  readOnly: boolean({ zh: '只读', en: 'Read only' }),
  refundNo: text({ zh: '退款单号', en: 'Refund number' }),
  requestedBy: text({ zh: '申请人', en: 'Requested by' }),
  resource: text({ zh: '对象', en: 'Object' }),
  run: identifier({ zh: '批次', en: 'Run' }),
  seq: integer({ zh: '序号', en: 'No.' }),
  sha256: text({ zh: '校验和', en: 'SHA-256' }),
  size: integer({ zh: '大小', en: 'Size' }, byteCount),
  templateId: identifier({ zh: '模板编号', en: 'Template ID' }),
  title: text({ zh: '标题', en: 'Title' }),
  to: text({ zh: '到', en: 'To' }),
  toPage: integer({ zh: '结束页', en: 'To page' }),
  version: integer({ zh: '版本', en: 'Version' }),
  words: tags({ zh: '词', en: 'Words' }),
};

/** The change of one field. */
export interface ValueChange extends RowDiff {
  readonly label: string;
}

const getValues = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Label for several records of one action, each with its own fields. */
const manyLabel = { zh: '各条', en: 'Items' };

/**
 * Finds a field by its name or by the name of its column: `last_hit_at` is `lastHitAt`. Other names may be details that the audit
 * log adds.
 */
export function findKnownField(fields: Fields, name: string): { name: string; field: Field | undefined } {
  const own = [name, camel(name)].find((one) => Object.hasOwn(fields, one));
  if (own !== undefined) return { name: camel(name), field: fields[own] };
  if (name === 'items') return { name, field: json(manyLabel, { parts: { ...loggedDetails, ...fields } }) };
  return { name, field: Object.hasOwn(loggedDetails, name) ? loggedDetails[name] : undefined };
}

function formatLogged(value: unknown, field: Field | undefined, context: FormatContext): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (field && isOfKind(field, value)) return [formatValue(value, field, context)];
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

/** Compares the values of one field row by row. Returns null when the field is shown as a single value. */
export function diffFieldRows(
  field: Field | undefined,
  before: unknown,
  after: unknown,
  context: FormatContext,
): RowDiff | null {
  if (field && [before, after].some((one) => one != null && isOfKind(field, one))) return null;
  return diffRows(before, after, field?.kind === 'json' ? field : {}, context);
}

/** Compares two sets of values field by field, lists and objects row by row. */
export function listValueChanges(
  before: unknown,
  after: unknown,
  fields: Fields,
  context: FormatContext,
): ValueChange[] {
  const [from, to] = [getValues(before), getValues(after)];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const differing = names.filter((name) => JSON.stringify(from[name] ?? null) !== JSON.stringify(to[name] ?? null));
  return differing.map((key) => {
    const { name, field } = findKnownField(fields, key);
    const rows = diffFieldRows(field, from[key], to[key], context);
    return {
      label: field ? localize(field.label, context.locale) : name,
      gone: rows?.gone ?? formatLogged(from[key], field, context),
      came: rows?.came ?? formatLogged(to[key], field, context),
    };
  });
}
