import * as z from 'zod/mini';
import {
  asset,
  block,
  defineServiceCall,
  integerBetween,
  line,
  maxCredits,
  maybe,
  recordId,
} from '../../client/service-call.ts';

/** What users have made for them, a kind each. */
export const taskKinds = ['draw', 'slides', 'video', 'music', 'writing', 'mindMap'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** A task as the platform's workers know it. */
export interface ServiceTask {
  readonly kind: TaskKind;
  readonly no: string;
  readonly attempt: number;
  readonly userId: number;
  readonly status: string;
  readonly prompt: string;
  readonly params: unknown;
  readonly modelId: number | null;
  readonly channel: string | null;
  readonly holdNo: string | null;
  readonly charged: number;
  readonly results: unknown;
  readonly error: string | null;
  /** Of a slide deck: the stage to start with, and the outline that an earlier attempt has made. */
  readonly stage: string | null;
  readonly outline: string | null;
  /** How an image or a video is created. */
  readonly mode: string | null;
  /** What a slide deck is made from, in which language and in whose looks. */
  readonly source: string | null;
  readonly language: string | null;
  readonly theme: string | null;
  /** What the user gave, as it was told when the task was made. */
  readonly inputs: unknown;
  /** When its files were deleted, UTC ms: whoever keeps them deletes them too. */
  readonly filesDeletedAt: number | null;
  readonly publication: string;
  /** UTC ms after which nothing is taken for it any more. */
  readonly timeoutAt: number | null;
}

export interface TaskCreateAnswer extends ServiceTask {
  /** What to tell the user of a blocked prompt. */
  readonly rejection: string | null;
}

export interface TaskReportAnswer extends ServiceTask {
  /** False when the task had ended, or another attempt is running: nothing was done. */
  readonly accepted: boolean;
}

const kind = z.enum(taskKinds, 'option');
const no = line(1, 32);
/** What a kind has in addition to its prompt; others leave it out. */
const details = {
  title: maybe(line(0, 120)),
  lyrics: maybe(block(0, 5000)),
  outline: maybe(block(0, 65_536)),
  content: maybe(block(0, 65_536)),
  pages: maybe(integerBetween(0, 10_000)),
  seconds: maybe(integerBetween(0, 86_400)),
  words: maybe(integerBetween(0, 10_000_000)),
};

/** A file that a user gave: a first or last frame, an image to change and what of it, a document. */
const input = z.strictObject(
  {
    url: line(1, 2048),
    role: z.optional(z.enum(['image', 'mask', 'start', 'end', 'document'], 'option')),
    title: maybe(line(0, 120)),
  },
  'type',
);

export const serviceTaskCalls = {
  /**
   * A new task: its prompt is checked, and what it may cost is held. Asked again with the same request, it is the same; another
   * prompt, model, template or input is rejected under the same request.
   */
  taskCreate: defineServiceCall<TaskCreateAnswer>()({
    path: '/task/create',
    writes: true,
    bodyLimit: 1024 * 1024,
    input: z.strictObject(
      {
        kind,
        requestId: line(1, 96),
        userId: recordId,
        prompt: block(1, 20_000),
        params: z.optional(z.unknown()),
        modelId: maybe(recordId),
        channel: maybe(line(0, 32)),
        asset: z.optional(asset),
        /** What it may cost; left out of a kind whose price the settings say. */
        amount: z.optional(integerBetween(0, maxCredits)),
        negativePrompt: maybe(block(0, 4000)),
        templateId: maybe(recordId),
        categoryId: maybe(recordId),
        styleId: maybe(recordId),
        /** One that records of the kind have, as is `source` of slide decks. */
        mode: maybe(line(0, 32)),
        source: maybe(line(0, 32)),
        language: maybe(line(0, 16)),
        theme: maybe(line(0, 64)),
        inputs: z.optional(z.array(input, 'type').check(z.maxLength(16, 'tooMany'))),
        ...details,
      },
      'type',
    ),
  }),
  /** Takes the oldest tasks that wait: they are submitted now, and no one else gets them. */
  taskClaim: defineServiceCall<{ readonly tasks: readonly ServiceTask[] }>()({
    path: '/task/claim',
    writes: true,
    input: z.strictObject({ kind, most: z.optional(integerBetween(1, 50)) }, 'type'),
  }),
  /** How a task goes on. The first end that is reported settles its money; whatever comes after it changes nothing. */
  taskReport: defineServiceCall<TaskReportAnswer>()({
    path: '/task/report',
    writes: true,
    bodyLimit: 1024 * 1024,
    input: z.strictObject(
      {
        no,
        attempt: integerBetween(1, 1_000_000),
        status: z.enum(['submitted', 'running', 'unknown', 'succeeded', 'failed', 'timedOut', 'cancelled'], 'option'),
        progress: z.optional(integerBetween(0, 100)),
        upstreamId: maybe(line(0, 128)),
        results: z.optional(z.unknown()),
        /** Of a slide deck: where it is. */
        stage: z.optional(z.enum(['outline', 'content', 'render'], 'option')),
        errorCode: maybe(line(0, 64)),
        error: maybe(block(0, 500)),
        /** What it really cost, of a task that succeeded; what was held when left out. */
        amount: z.optional(integerBetween(0, maxCredits)),
        upstreamCost: z.optional(integerBetween(0)),
        ...details,
      },
      'type',
    ),
  }),
  taskGet: defineServiceCall<ServiceTask>()({
    path: '/task/get',
    writes: false,
    input: z.strictObject({ no }, 'type'),
  }),
  /** Reports how often the user downloaded the result since the last report; rejected for a kind whose downloads are not counted. */
  taskDownloaded: defineServiceCall<ServiceTask>()({
    path: '/task/downloaded',
    writes: true,
    input: z.strictObject({ no, times: z.optional(integerBetween(1, 1_000_000)) }, 'type'),
  }),
  /** The user wants everyone to see it, or no more; it may be reviewed first. */
  taskPublish: defineServiceCall<ServiceTask>()({
    path: '/task/publish',
    writes: true,
    input: z.strictObject({ no, userId: recordId, wanted: z.boolean('boolean') }, 'type'),
  }),
};
