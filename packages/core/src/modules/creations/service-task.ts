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

/** Kinds of tasks that create content for users. */
export const taskKinds = ['draw', 'slides', 'video', 'music', 'writing', 'mindMap'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** A task for the workers of the platform. */
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
  /** For slide decks: the stage to start with, and the outline of an earlier attempt. */
  readonly stage: string | null;
  readonly outline: string | null;
  /** How an image or a video is created. */
  readonly mode: string | null;
  /** For slide decks: source, language and style. */
  readonly source: string | null;
  readonly language: string | null;
  readonly theme: string | null;
  /** Input files of the user, as given on creation. */
  readonly inputs: unknown;
  /** When the files of the task were deleted, in UTC milliseconds. Systems that store copies must delete them too. */
  readonly filesDeletedAt: number | null;
  readonly publication: string;
  /** UTC milliseconds after which results are no longer accepted. */
  readonly timeoutAt: number | null;
}

export interface TaskCreateAnswer extends ServiceTask {
  /** Message for the user of a blocked prompt. */
  readonly rejection: string | null;
}

export interface TaskReportAnswer extends ServiceTask {
  /** False when the task had already ended or another attempt is running; nothing was changed. */
  readonly accepted: boolean;
}

const kind = z.enum(taskKinds, 'option');
const no = line(1, 32);
/** Properties of single kinds in addition to the prompt. */
const details = {
  title: maybe(line(0, 120)),
  lyrics: maybe(block(0, 5000)),
  outline: maybe(block(0, 65_536)),
  content: maybe(block(0, 65_536)),
  pages: maybe(integerBetween(0, 10_000)),
  seconds: maybe(integerBetween(0, 86_400)),
  words: maybe(integerBetween(0, 10_000_000)),
};

/** An input file of the user: a first or last frame, an image to edit with its mask, or a document. */
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
   * Creates a task: checks its prompt and holds its maximum price. Repeating the call with the same request returns the same
   * task. A different prompt, model, template or input for the same request is rejected.
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
        /** Maximum price in credits; omitted for kinds whose price is a setting. */
        amount: z.optional(integerBetween(0, maxCredits)),
        negativePrompt: maybe(block(0, 4000)),
        templateId: maybe(recordId),
        categoryId: maybe(recordId),
        styleId: maybe(recordId),
        /** A mode or source that records of the kind have. */
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
  /** Claims the oldest queued tasks. They become submitted, so that no other worker receives them. */
  taskClaim: defineServiceCall<{ readonly tasks: readonly ServiceTask[] }>()({
    path: '/task/claim',
    writes: true,
    input: z.strictObject({ kind, most: z.optional(integerBetween(1, 50)) }, 'type'),
  }),
  /** Reports progress of a task. The first reported end settles its payment; later reports change nothing. */
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
        /** For slide decks: the current stage. */
        stage: z.optional(z.enum(['outline', 'content', 'render'], 'option')),
        errorCode: maybe(line(0, 64)),
        error: maybe(block(0, 500)),
        /** The final price of a successful task. Default: the held amount. */
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
  /** Reports the number of downloads since the last report. Rejected for kinds whose downloads are not counted. */
  taskDownloaded: defineServiceCall<ServiceTask>()({
    path: '/task/downloaded',
    writes: true,
    input: z.strictObject({ no, times: z.optional(integerBetween(1, 1_000_000)) }, 'type'),
  }),
  /** Publishes a task at the request of its user, or withdraws it. A review may be required first. */
  taskPublish: defineServiceCall<ServiceTask>()({
    path: '/task/publish',
    writes: true,
    input: z.strictObject({ no, userId: recordId, wanted: z.boolean('boolean') }, 'type'),
  }),
};
