import { type Action, admins, everyone, type FieldRule, type LocalizedText } from '../../definition/index.ts';
import { choice, integer, json, paragraph, reference, state, text, time } from '../../fields/index.ts';
import { workParams } from '../agents/work-params.ts';
import { assets } from '../ledger/balance-parts.ts';
import { unsortableReasons } from '../parts.ts';

/** Labels of task channels by the codes of the workers. Other codes are possible. */
export const taskChannels = {
  mj: { zh: 'Midjourney', en: 'Midjourney' },
  sd: { zh: 'Stable Diffusion', en: 'Stable Diffusion' },
  dalle: { zh: 'DALL·E', en: 'DALL·E' },
  flux: { zh: 'FLUX', en: 'FLUX' },
  jimeng: { zh: '即梦', en: 'Jimeng' },
  luma: { zh: 'Luma', en: 'Luma' },
  runway: { zh: 'Runway', en: 'Runway' },
  cog: { zh: '清影', en: 'CogVideoX' },
  keling: { zh: '可灵', en: 'Kling' },
  sora: { zh: 'Sora', en: 'Sora' },
  suno: { zh: 'Suno', en: 'Suno' },
  builtin: { zh: '内置', en: 'Built-in' },
} as const;

/** Definitions that all creative tasks share: request, progress, price and visibility. */

const never = { write: 'never' } as const;
const shown = { write: 'never', read: 'detail' } as const;

const publications = {
  private: { zh: '私有', en: 'Private', tone: 'neutral' },
  pending: { zh: '待审核', en: 'In review', tone: 'info' },
  public: { zh: '公开', en: 'Public', tone: 'good' },
  rejected: { zh: '未通过', en: 'Not approved', tone: 'bad' },
} as const;

/** Returns the fields of a task. The label of the prompt differs by kind. */
export const createTaskFields = (prompt: LocalizedText) =>
  ({
    no: text({ zh: '任务号', en: 'Task number' }, { ...never, unique: true, search: true, mono: true, max: 32 }),
    userId: reference({ zh: '用户', en: 'User' }, 'user', { ...never, required: true }),
    requestId: text({ zh: '请求编号', en: 'Request' }, { ...shown, mono: true, max: 96 }),
    prompt: paragraph(prompt, { ...never, search: true, max: 20_000 }),
    params: json({ zh: '参数', en: 'Parameters' }, { ...shown, parts: workParams }),
    modelId: reference({ zh: '模型', en: 'Model' }, 'aiModel', shown),
    channel: text({ zh: '渠道', en: 'Channel' }, { ...never, max: 32, valueNames: taskChannels }),
    upstreamId: text({ zh: '上游编号', en: 'Upstream ID' }, { ...shown, search: true, mono: true, max: 128 }),
    progress: integer({ zh: '进度', en: 'Progress' }, { ...never, default: 0, unit: { zh: '%', en: '%' } }),
    attempt: integer({ zh: '次数', en: 'Attempt' }, { ...never, required: true, default: 1 }),
    results: json({ zh: '结果', en: 'Results' }, shown),
    errorCode: text({ zh: '错误码', en: 'Error code' }, { ...shown, mono: true, max: 64 }),
    error: text({ zh: '错误', en: 'Error' }, { ...shown, max: 500 }),
    asset: choice({ zh: '资产', en: 'Asset' }, assets, { ...never, required: true }),
    amount: integer({ zh: '预估', en: 'Estimate' }, { ...shown, required: true, default: 0 }),
    charged: integer({ zh: '扣费', en: 'Charged' }, { ...never, required: true, default: 0 }),
    refunded: integer({ zh: '已退', en: 'Refunded' }, { ...never, required: true, default: 0 }),
    holdNo: text({ zh: '冻结单', en: 'Hold' }, { ...shown, mono: true, max: 64 }),
    publication: choice({ zh: '公开', en: 'Public' }, publications, { ...never, required: true, default: 'private' }),
    rejectReason: text({ zh: '未通过原因', en: 'Rejection reason' }, { ...shown, max: 200 }),
    startedAt: time({ zh: '开始', en: 'Started' }, shown),
    finishedAt: time({ zh: '完成', en: 'Finished' }, never),
    timeoutAt: time({ zh: '超时', en: 'Times out' }, shown),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        queued: { zh: '排队', en: 'Queued', tone: 'neutral' },
        blocked: { zh: '已拦截', en: 'Blocked', tone: 'bad' },
        submitted: { zh: '已提交', en: 'Submitted', tone: 'info' },
        running: { zh: '进行中', en: 'Running', tone: 'info' },
        unknown: { zh: '待核对', en: 'To be verified', tone: 'warn' },
        succeeded: { zh: '成功', en: 'Succeeded', tone: 'good' },
        failed: { zh: '失败', en: 'Failed', tone: 'bad' },
        timedOut: { zh: '超时', en: 'Timed out', tone: 'warn' },
        cancelled: { zh: '已取消', en: 'Canceled', tone: 'neutral' },
      },
    ),
  }) as const;

/** Input files of the user as sent to a worker, in the format of results. */
export const inputsField = json(
  { zh: '素材', en: 'Material' },
  {
    ...shown,
    help: { zh: '用户提供的图片、首尾帧或文档', en: 'Images, first and last frames, or documents from the user.' },
  },
);

/** When the files of a task were deleted, for kinds with files. The record remains. */
export const filesGone = time(
  { zh: '文件已删除', en: 'Files deleted' },
  {
    ...never,
    help: { zh: '记录保留；作品与素材的网址已清除', en: 'The record remains. Its file URLs were removed.' },
  },
);

/** How an image is created. */
export const drawModes = {
  text: { zh: '文生图', en: 'Text to image' },
  image: { zh: '图生图', en: 'Image to image' },
  edit: { zh: '局部重绘', en: 'Edited' },
  upscale: { zh: '放大', en: 'Upscaled' },
  variation: { zh: '变体', en: 'Variation' },
  blend: { zh: '混图', en: 'Blended' },
  faceSwap: { zh: '换脸', en: 'Face swapped' },
} as const;

/** How a video is created. */
export const videoModes = {
  text: { zh: '文生视频', en: 'Text to video' },
  image: { zh: '图生视频', en: 'Image to video' },
  frames: { zh: '首尾帧', en: 'First and last frame' },
  extend: { zh: '续写', en: 'Extended' },
} as const;

/** What a slide deck is created from. */
export const slideSources = {
  topic: { zh: '主题', en: 'Topic' },
  outline: { zh: '大纲', en: 'Outline' },
  document: { zh: '文档', en: 'Document' },
  url: { zh: '网页', en: 'Web page' },
} as const;

export const taskList = {
  columns: ['no', 'userId', 'prompt', 'status', 'charged', 'publication', 'createdAt'],
  essential: ['charged'],
  filters: ['userId', 'channel', 'publication', 'status', 'modelId', 'createdAt'],
  quick: {
    failedToday: {
      label: { zh: '今日失败', en: 'Failed today' },
      where: { status: ['failed', 'timedOut'], createdAt: { days: { from: 0 } } },
    },
    running: {
      label: { zh: '进行中', en: 'In progress' },
      where: { status: ['queued', 'submitted', 'running', 'unknown'] },
    },
    toReview: { label: { zh: '待审核', en: 'Waiting for review' }, where: { publication: ['pending'] } },
  },
  sortable: ['timeoutAt'],
  unsortable: { progress: unsortableReasons.constantChange, updatedAt: unsortableReasons.constantChange },
  sort: '-id',
} as const;

export const taskAccess = { list: everyone, get: everyone, delete: admins, batch: everyone, export: admins } as const;

/** Only finished tasks may be deleted. */
export const taskDeletion = { from: ['blocked', 'succeeded', 'failed', 'timedOut', 'cancelled'] } as const;

/** A rule that requires one of these publication states. */
const createPublicationRule = (...values: readonly (keyof typeof publications)[]): FieldRule => ({
  field: 'publication',
  holds: { in: values },
  why: { zh: '当前公开状态不允许此操作', en: 'The current publication status does not allow this action.' },
});

/** A rule that requires that the files still exist. */
export const withFiles: FieldRule = {
  field: 'filesDeletedAt',
  holds: 'empty',
  why: { zh: '作品文件已删除', en: 'The files of this work were deleted.' },
};

const reason = { required: true, min: 2, max: 200 } as const;
export const taskActions = {
  approve: {
    on: 'record',
    next: ['succeeded'],
    label: { zh: '通过公开', en: 'Approve' },
    help: { zh: '所有人可见', en: 'Visible to everyone' },
    roles: everyone,
    undo: true,
    from: ['succeeded'],
    when: [createPublicationRule('pending', 'rejected')],
  },
  reject: {
    on: 'record',
    label: { zh: '不予公开', en: 'Reject' },
    roles: everyone,
    undo: true,
    from: ['succeeded'],
    when: [createPublicationRule('pending', 'public')],
    input: { rejectReason: text({ zh: '原因', en: 'Reason' }, reason) },
  },
  retry: {
    on: 'record',
    label: { zh: '重试', en: 'Retry' },
    help: {
      zh: '重新冻结费用并排队；上一次的结果不再计入',
      en: 'Holds the price again and queues the task. The previous result no longer counts.',
    },
    roles: admins,
    undo: false,
    from: ['failed', 'timedOut'],
    to: 'queued',
  },
  cancel: {
    on: 'record',
    next: [],
    label: { zh: '取消', en: 'Cancel' },
    help: { zh: '停止任务并释放冻结的费用', en: 'Stops the task and releases the hold.' },
    roles: admins,
    from: ['queued', 'submitted', 'running', 'unknown'],
    to: 'cancelled',
    danger: true,
  },
  unpublish: {
    on: 'record',
    label: { zh: '取消公开', en: 'Make private' },
    roles: everyone,
    undo: true,
    from: ['succeeded'],
    when: [createPublicationRule('public', 'pending')],
  },
  refund: {
    on: 'record',
    group: 'money',
    label: { zh: '退费', en: 'Refund' },
    help: { zh: '把已扣的点数退还给用户，只能退一次', en: 'Refunds the charge. Possible once.' },
    roles: admins,
    from: ['succeeded'],
    when: [
      {
        field: 'refunded',
        holds: { below: 'charged' },
        why: { zh: '没有可退的点数', en: 'There is nothing left to refund.' },
      },
    ],
    danger: true,
    input: {
      reason: text(
        { zh: '原因', en: 'Reason' },
        { ...reason, help: { zh: '用户可以看到', en: 'Visible to the user.' } },
      ),
    },
  },
  timeOut: {
    on: 'system',
    label: { zh: '超时', en: 'Time out' },
    roles: admins,
    from: ['queued', 'submitted', 'running', 'unknown'],
    to: 'timedOut',
  },
} as const satisfies Record<string, Action>;

/** Deletes the files of a finished task. The record with its price remains, and a task without files is unpublished. */
export const fileActions = {
  approve: { ...taskActions.approve, when: [...taskActions.approve.when, withFiles] },
  retry: { ...taskActions.retry, when: [withFiles] },
  deleteFiles: {
    on: 'record',
    label: { zh: '删除文件', en: 'Delete files' },
    help: {
      zh: '清除作品与素材并转为私有，保留记录与扣费。本站图片由无主图片清理任务删除，外部文件由平台收到通知后删除',
      en: 'Removes the output and input files and makes the work private. The record and the charge remain. Local images are deleted by orphan cleanup; the platform is notified to delete external files.',
    },
    roles: admins,
    from: ['succeeded', 'failed', 'timedOut', 'cancelled', 'blocked'],
    when: [withFiles],
    danger: true,
    loss: 'final',
    output: { deletedFiles: integer({ zh: '已删除的文件', en: 'Files deleted' }, { summed: true }) },
  },
} as const satisfies Record<string, Action>;
