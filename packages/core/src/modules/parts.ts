import { type Action, admins, everyone, type Roles } from '../definition/index.ts';
import { boolean, image, integer, reference, state, text, time } from '../fields/index.ts';
import { textModels } from './models/model-types.ts';

/** Fields, states and actions that content resources share, with the same names and labels. */

export const nameField = text({ zh: '名称', en: 'Name (Chinese)' }, { required: true, search: true, max: 64 });
export const ownName = text(
  { zh: '名称', en: 'Name (Chinese)' },
  { required: true, unique: true, search: true, max: 64 },
);
export const nameEnField = text({ zh: '英文名称', en: 'Name (English)' }, { search: true, max: 96 });

/** Why a number, amount or time of a list has no index (see `unsortable`). `packages/core/docs/choices.md` lists the costs. */
export const unsortableReasons = {
  /** For tables that grow with every request. */
  eachRequest: {
    zh: '每次请求都会新增记录，再加索引会拖慢请求；请先筛选，或导出后排序',
    en: 'Every request adds a record here, and one more index would slow each request down. Filter the list, or export it and sort the file.',
  },
  /** For values that change with every use or step of progress. */
  constantChange: {
    zh: '该值变化频繁，加索引会拖慢每次写入；请先筛选，或导出后排序',
    en: 'This value changes all the time, and an index would slow each change down. Filter the list, or export it and sort the file.',
  },
  /** For numbers that count within one parent. */
  position: {
    zh: '序号只在各自的上级内递增，不同上级之间无法比较；请先筛选',
    en: 'These numbers count within one parent record and cannot be compared across parents. Filter by the parent instead.',
  },
} as const;

/** New records are ordered last. */
export const sortField = integer(
  { zh: '排序', en: 'Order' },
  { min: 0, max: 999_999, default: 1000, help: { zh: '小的在前', en: 'Smallest first' } },
);
export const useCountField = integer({ zh: '使用次数', en: 'Uses' }, { write: 'never', default: 0 });
/** Membership plans name the levels of members. */
export const namedByPlan = { namedBy: { to: 'vipPlan', by: 'level' } } as const;
export const vipLevelField = integer(
  { zh: '会员等级', en: 'Membership level' },
  {
    ...namedByPlan,
    min: 0,
    max: 99,
    default: 0,
    help: { zh: '达到此等级才能使用；0 不限', en: 'Minimum level required. 0 means everyone.' },
  },
);
export const priceField = integer(
  { zh: '固定价格', en: 'Fixed price' },
  {
    min: 0,
    max: 1_000_000,
    read: 'detail',
    help: { zh: '每次使用的点数；留空按模型计价', en: 'Credits per use. Leave empty to use the price of the model.' },
  },
);
export const coverField = image({ zh: '封面', en: 'Cover' });
export const modelField = reference({ zh: '模型', en: 'Model' }, 'aiModel', {
  only: textModels,
  read: 'detail',
  help: { zh: '留空由用户选择', en: 'Leave empty to let the user choose.' },
});
export const iconField = reference({ zh: '图标', en: 'Icon' }, 'aiIcon');
const memberOnlyField = boolean({ zh: '仅会员', en: 'Members only' });
const hiddenField = boolean(
  { zh: '对非会员隐藏', en: 'Hidden from non-members' },
  { help: { zh: '非会员看不到此分类', en: 'Other users do not see this category.' } },
);

export const switchState = state(
  { zh: '状态', en: 'Status' },
  {
    enabled: { zh: '启用', en: 'Enabled', tone: 'good' },
    disabled: { zh: '停用', en: 'Disabled', tone: 'neutral' },
  },
);

export const editors = {
  list: everyone,
  get: everyone,
  create: everyone,
  update: everyone,
  delete: admins,
  batch: everyone,
  import: everyone,
  export: everyone,
} as const;

/** Moves a record to a position and renumbers the others without gaps. */
export const reorderAction = {
  on: 'record',
  label: { zh: '调整顺序', en: 'Reorder' },
  help: { zh: '其他记录依次顺延，序号连续', en: 'Moves the record to this position. The others shift.' },
  roles: everyone,
  singleRecord: true,
  undo: true,
  orders: { by: 'sort' },
  input: {
    position: integer({ zh: '位置', en: 'Position' }, { required: true, min: 1, max: 100_000 }),
  },
} as const satisfies Action;

/** The same, within records that share a value. */
export const reorderWithin = <const F extends string>(field: F) =>
  ({ ...reorderAction, orders: { ...reorderAction.orders, within: field } }) as const satisfies Action;

export const cloneAction = {
  on: 'record',
  label: { zh: '复制', en: 'Clone' },
  help: { zh: '以相同内容新建一条记录', en: 'Creates a record with the same content.' },
  roles: everyone,
  undo: true,
} as const satisfies Action;

/** Actions that enable and disable a record. */
export const switchFor = <const R extends Roles>(roles: R) =>
  ({
    enable: { on: 'record', label: { zh: '启用', en: 'Enable' }, roles, from: ['disabled'], to: 'enabled' },
    disable: { on: 'record', next: [], label: { zh: '停用', en: 'Disable' }, roles, from: ['enabled'], to: 'disabled' },
  }) as const satisfies Record<string, Action>;

/** The same for records whose secret grants access: enabling requires an identity confirmation, disabling does not. */
const { enable: enableForAdmins, disable: disableForAdmins } = switchFor(admins);
export const guardedSwitch = {
  enable: { ...enableForAdmins, stepUp: true },
  disable: disableForAdmins,
} as const satisfies Record<string, Action>;

export const switchActions = {
  ...switchFor(everyone),
  reorder: reorderAction,
} as const satisfies Record<string, Action>;

/** Moves the selected records to another category. */
export const moveAction = <const N extends string>(to: N) =>
  ({
    on: 'record',
    label: { zh: '移到分类', en: 'Move to category' },
    roles: everyone,
    undo: true,
    input: { categoryId: reference({ zh: '分类', en: 'Category' }, to, { required: true }) },
  }) as const satisfies Action;

/** Moves all records of a category to another one, and deletes it. */
export const mergeAction = <const N extends string>(into: N) =>
  ({
    on: 'record',
    label: { zh: '并入其他分类', en: 'Merge into another' },
    help: {
      zh: '把其中的内容移到另一分类，然后删除此分类',
      en: 'Moves its content to another category, then deletes this one.',
    },
    roles: admins,
    danger: true,
    loss: 'final',
    input: { into: reference({ zh: '目标分类', en: 'Target category' }, into, { required: true }) },
  }) as const satisfies Action;

/** A category that can be restricted to members and hidden from other users. */
export const memberCategory = {
  title: 'name',
  fields: {
    name: ownName,
    nameEn: nameEnField,
    iconId: iconField,
    memberOnly: memberOnlyField,
    hiddenFromOthers: hiddenField,
    sort: sortField,
    status: switchState,
  },
  list: {
    columns: ['name', 'nameEn', 'iconId', 'memberOnly', 'hiddenFromOthers', 'sort', 'status'],
    filters: ['memberOnly', 'status'],
    sort: 'sort',
  },
  form: [
    ['name', 'nameEn'],
    ['iconId', 'sort'],
    ['memberOnly', 'hiddenFromOthers'],
  ],
  access: editors,
} as const;

const draft = { zh: '草稿', en: 'Draft', tone: 'neutral' } as const;
const published = { zh: '已发布', en: 'Published', tone: 'good' } as const;
const unpublished = { zh: '已下线', en: 'Unpublished', tone: 'warn' } as const;

/** The state of content that is published now or at a scheduled time. */
export const plannedState = state(
  { zh: '状态', en: 'Status' },
  { draft, scheduled: { zh: '已定时', en: 'Scheduled', tone: 'info' }, published, unpublished },
);
export const plannedActions = {
  publish: {
    on: 'record',
    label: { zh: '立即发布', en: 'Publish now' },
    roles: everyone,
    from: ['draft', 'scheduled', 'unpublished'],
    next: ['draft', 'unpublished'],
    to: 'published',
    undo: true,
  },
  schedule: {
    on: 'record',
    next: [],
    label: { zh: '定时发布', en: 'Schedule' },
    roles: everyone,
    from: ['draft', 'unpublished', 'scheduled'],
    to: 'scheduled',
    undo: true,
    input: { publishAt: time({ zh: '发布时间', en: 'Publish at' }, { required: true }) },
  },
  unpublish: {
    on: 'record',
    next: [],
    label: { zh: '下线', en: 'Unpublish' },
    roles: everyone,
    from: ['scheduled', 'published'],
    to: 'unpublished',
  },
  publishDue: {
    on: 'system',
    label: { zh: '到时发布', en: 'Publish when due' },
    roles: admins,
    from: ['scheduled'],
    to: 'published',
  },
  clone: cloneAction,
  reorder: reorderAction,
} as const satisfies Record<string, Action>;

/** The state of content that is reviewed before publication and keeps its published versions. */
export const reviewedState = state(
  { zh: '状态', en: 'Status' },
  {
    draft,
    pending: { zh: '待审核', en: 'In review', tone: 'info' },
    published,
    rejected: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
    unpublished,
  },
);
/** Whether content has changed since its publication. The server computes it on every write. */
export const changedSinceField = boolean(
  { zh: '发布后有改动', en: 'Changed since published' },
  {
    write: 'never',
    help: { zh: '当前内容与用户看到的版本不同', en: 'The content differs from the version that users see.' },
  },
);
/** A quick filter for content that must be published again. */
export const changedSinceQuick = {
  changedSince: { label: changedSinceField.label, where: { changedSince: [true] } },
} as const;
export const versionFields = {
  publishedVersion: integer({ zh: '发布版本', en: 'Version' }, { write: 'never' }),
  publishedAt: time({ zh: '发布时间', en: 'Published' }, { write: 'never' }),
  changedSince: changedSinceField,
  rejectReason: text({ zh: '驳回原因', en: 'Rejection reason' }, { write: 'never', read: 'detail', max: 200 }),
} as const;
export const reviewedActions = {
  publish: {
    on: 'record',
    label: { zh: '发布', en: 'Publish' },
    help: {
      zh: '把当前内容作为新版本发布；已发布的会更新为当前内容',
      en: 'Publishes the current content as a new version.',
    },
    roles: everyone,
    from: ['draft', 'rejected', 'unpublished', 'published'],
    next: ['draft', 'rejected', 'unpublished'],
    to: 'published',
    undo: false,
    input: { note: text({ zh: '版本说明', en: 'Release notes' }, { max: 200 }) },
  },
  submit: {
    on: 'record',
    label: { zh: '提交审核', en: 'Submit for review' },
    roles: everyone,
    from: ['draft', 'rejected', 'unpublished'],
    to: 'pending',
  },
  approve: {
    on: 'record',
    label: { zh: '通过', en: 'Approve' },
    help: { zh: '审核通过并发布', en: 'Approves and publishes it.' },
    roles: everyone,
    undo: false,
    from: ['pending'],
    to: 'published',
  },
  reject: {
    on: 'record',
    label: { zh: '驳回', en: 'Reject' },
    roles: everyone,
    from: ['pending'],
    to: 'rejected',
    input: {
      rejectReason: text(
        { zh: '驳回原因', en: 'Reason' },
        { required: true, min: 2, max: 200, help: { zh: '作者可以看到', en: 'Visible to the author.' } },
      ),
    },
  },
  unpublish: {
    on: 'record',
    next: [],
    label: { zh: '下线', en: 'Unpublish' },
    roles: everyone,
    from: ['published'],
    to: 'unpublished',
  },
  rollback: {
    on: 'record',
    next: [],
    label: { zh: '回退到版本', en: 'Roll back to a version' },
    help: {
      zh: '内容恢复为该版本，并作为新版本发布',
      en: 'Restores the content of that version and publishes it as a new version.',
    },
    roles: everyone,
    from: ['published', 'unpublished'],
    to: 'published',
    danger: true,
    input: { no: integer({ zh: '版本号', en: 'Version' }, { required: true, min: 1, max: 1_000_000 }) },
  },
  clone: cloneAction,
  reorder: reorderAction,
} as const satisfies Record<string, Action>;

/** Actions of content that is published now or at a scheduled time and keeps its published versions. */
export const plannedVersionActions = {
  ...plannedActions,
  publish: {
    ...reviewedActions.publish,
    from: ['draft', 'scheduled', 'unpublished', 'published'],
    next: ['draft', 'unpublished'],
  },
  rollback: reviewedActions.rollback,
} as const satisfies Record<string, Action>;
