import * as z from 'zod/mini';
import {
  block,
  defineServiceCall,
  integerBetween,
  line,
  maxItems,
  maybe,
  recordId,
  type ServiceItem,
} from '../../client/service-call.ts';
import type { ProductsOnSale } from '../catalog/products-on-sale.ts';
import type { ContentKind } from '../content/service-catalog.ts';
import type { Slide } from '../content/slide.ts';
import type { AiConfig } from '../models/ai-config.ts';
import type { OfferedModel } from '../models/offered-model.ts';

export interface TextCheckAnswer {
  /** False while moderation is disabled in the settings; every text then passes. */
  readonly enabled: boolean;
  readonly action: 'pass' | 'warn' | 'mask' | 'review' | 'block';
  /** The text with masked matches. */
  readonly text: string;
  /** Message for the user of a blocked text. */
  readonly rejection: string | null;
  readonly hits: readonly unknown[];
  readonly hitCount: number;
  readonly lexiconVersion: number;
  readonly violationId: number | null;
}

export interface TextCheckBatchAnswer {
  readonly items: readonly ServiceItem<TextCheckAnswer>[];
}

export interface ChatAppendAnswer {
  readonly sessionId: number;
  /** IDs in the order of the given messages, for new and existing ones. */
  readonly messageIds: readonly number[];
  /** Number of messages that already existed. */
  readonly duplicates: number;
}

/** Configuration of the platform. */
export interface ConfigSnapshotAnswer {
  /** Defaults and prices of mind maps. */
  readonly mindMap: {
    readonly enabled: boolean;
    readonly maxNodes: number;
    readonly asset: 'coin' | 'compute';
    readonly price: number;
    readonly defaultOutline: string;
  };
  /** Video channels with their own rules. A limit of 0 means no limit; an empty price leaves the price to the platform. */
  readonly videoChannels: Readonly<
    Record<
      string,
      {
        readonly enabled: boolean;
        readonly modes: readonly string[];
        readonly maxSeconds: number;
        readonly ratios: readonly string[];
        readonly resolutions: readonly string[];
        /** Compute per second, for text to video and for image to video. */
        readonly pricePerSecond: number | null;
        readonly givenPerSecond: number | null;
        readonly maxConcurrent: number;
        readonly timeoutMinutes: number | null;
      }
    >
  >;
  readonly models: readonly OfferedModel[];
  readonly ai: AiConfig;
  /** Changes whenever anything in the snapshot changes. */
  readonly version: string;
  readonly site: {
    readonly name: string;
    readonly timezone: string;
    readonly defaultLocale: string;
    /** The message that users see during maintenance, else null. */
    readonly maintenance: string | null;
  };
  readonly content: {
    readonly bannedWordsEnabled: boolean;
    /** Whether the texts of users and of models are checked at all. */
    readonly checkPrompt: boolean;
    readonly checkOutput: boolean;
    /** Whether a streamed response stops at the first match. */
    readonly stopOnHit: boolean;
    readonly formatRejection: string | null;
  };
  /** Users are notified when their balance falls below this many credits; 0 means never. */
  readonly billing: { readonly lowBalanceNotice: number };
  readonly lexiconVersion: number;
  /** The current carousel images in order, by position. */
  readonly carousel: Readonly<Record<'login' | 'home', readonly Slide[]>>;
  /** Versions of content by kind, as in `catalogue/list` for everyone. */
  readonly catalogue: Readonly<Partial<Record<ContentKind, string>>>;
  /** Version of the published front-end configuration; 0 before the first one. */
  readonly front: number;
  /** Products on sale. */
  readonly market: ProductsOnSale;
}

const message = z.strictObject(
  {
    clientId: line(1, 128),
    role: z.enum(['user', 'assistant', 'system', 'tool'], 'option'),
    content: block(0, 200_000),
    reasoning: maybe(block(0, 200_000)),
    attachments: z.optional(z.unknown()),
    modelName: maybe(line(0, 64)),
    promptTokens: z.optional(integerBetween(0, 1_000_000_000)),
    completionTokens: z.optional(integerBetween(0, 1_000_000_000)),
    latencyMs: maybe(integerBetween(0, 86_400_000)),
    status: z.optional(z.enum(['ok', 'stopped', 'error', 'blocked'], 'option')),
    error: maybe(block(0, 255)),
    flagged: z.optional(z.boolean('boolean')),
    bannedHits: z.optional(z.array(line(1, 255), 'type').check(z.maxLength(50, 'tooMany'))),
    /** UTC milliseconds. */
    at: z.optional(integerBetween(0)),
  },
  'type',
);

/** The configuration for callers that cache it. */
export interface ConfigChangesAnswer {
  readonly version: string;
  /** Null when the version of the caller is current. */
  readonly snapshot: ConfigSnapshotAnswer | null;
}

/** A text with its author and origin. */
const checked = {
  text: block(0, 200_000),
  userId: maybe(recordId),
  scope: z.optional(z.enum(['prompt', 'output', 'nickname', 'draw', 'file'], 'option')),
  source: maybe(line(0, 64)),
};
/** Only reports matches: no match is counted or recorded, and no user is flagged. */
const dryRun = z.optional(z.boolean('boolean'));
const texts = z.array(z.strictObject(checked, 'type'), 'type');

export const serviceContentCalls = {
  textCheck: defineServiceCall<TextCheckAnswer>()({
    path: '/text/check',
    writes: true,
    input: z.strictObject({ ...checked, dryRun }, 'type'),
    bodyLimit: 1024 * 1024,
  }),
  /** Checks several texts, each with its own result. */
  textCheckBatch: defineServiceCall<TextCheckBatchAnswer>()({
    path: '/text/check-batch',
    writes: true,
    input: z.strictObject(
      { texts: texts.check(z.minLength(1, 'required'), z.maxLength(maxItems, 'tooMany')), dryRun },
      'type',
    ),
    bodyLimit: 1024 * 1024,
  }),
  chatAppend: defineServiceCall<ChatAppendAnswer>()({
    path: '/chat/append',
    writes: true,
    input: z.strictObject(
      {
        sessionId: line(1, 128),
        userId: recordId,
        title: z.optional(line(0, 255)),
        kind: z.optional(z.enum(['chat', 'agent', 'app', 'know', 'pdf'], 'option')),
        modelName: maybe(line(0, 64)),
        messages: z.array(message, 'type').check(z.minLength(1, 'required'), z.maxLength(50, 'tooMany')),
      },
      'type',
    ),
    bodyLimit: 4 * 1024 * 1024,
  }),
  configSnapshot: defineServiceCall<ConfigSnapshotAnswer>()({
    path: '/config/snapshot',
    writes: false,
    input: z.strictObject({}, 'type'),
  }),
  /** Returns the snapshot unless the caller already has it. */
  configChanges: defineServiceCall<ConfigChangesAnswer>()({
    path: '/config/changes',
    writes: false,
    input: z.strictObject({ knownVersion: maybe(line(1, 64)) }, 'type'),
  }),
};
