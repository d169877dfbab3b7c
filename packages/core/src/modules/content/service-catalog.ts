import * as z from 'zod/mini';
import { defineServiceCall, integerBetween, line, maybe, recordId } from '../../client/service-call.ts';

/** Kinds of content that users see. */
export const contentKinds = [
  'icons',
  'agents',
  'agentCategories',
  'apps',
  'appCategories',
  'writeTemplates',
  'drawCategories',
  'drawPromptCategories',
  'drawPrompts',
  'slideTemplates',
  'musicStyles',
  'mindMapTemplates',
  'backgrounds',
  'slides',
  'cards',
  'menuGroups',
  'menuItems',
  'helpDocs',
  'faqs',
  'courses',
  'lessons',
] as const;
export type ContentKind = (typeof contentKinds)[number];

/** A published record as users see it. `allowed` tells whether the named user may use it. */
export type ContentItem = Readonly<Record<string, unknown>> & { readonly id: number; readonly allowed?: boolean };

export interface CatalogueListAnswer {
  readonly kind: ContentKind;
  /** Changes with any published record of the kind. Pages of different versions must not be combined. */
  readonly version: string;
  /** False when the caller already has this version; `items` is then empty. */
  readonly changed: boolean;
  /** Ordered by ID. Clients order them by `sort`. */
  readonly items: readonly ContentItem[];
  /** Cursor of the next page; null at the end. */
  readonly nextCursor: number | null;
}

/** A part of a file, in order. The last one says that none follows. */
export interface CatalogueFileAnswer {
  readonly name: string;
  /** Size of the complete file in bytes. */
  readonly size: number;
  readonly part: number;
  readonly more: boolean;
  readonly content: string;
}

export interface CatalogueCountAnswer {
  /** Number of counted uses, without those of deleted records. */
  readonly counted: number;
}

export interface CatalogueClientAnswer {
  readonly name: string;
  readonly platform: string;
  /** Whether the secret is correct; null when none was given. */
  readonly secretIsRight: boolean | null;
  readonly callbackDomains: readonly string[];
  readonly version: string | null;
  readonly minVersion: string | null;
  readonly update: 'none' | 'offered' | 'required';
  readonly downloadUrl: string | null;
  readonly releaseNotes: string | null;
}

const kind = z.enum(contentKinds, 'option');
const use = z.strictObject(
  {
    kind,
    id: recordId,
    uses: z.optional(integerBetween(0, 1_000_000)),
    clicks: z.optional(integerBetween(1, 1_000_000)),
  },
  'type',
);

export const serviceCatalogueCalls = {
  /** Returns the published content of a kind, page by page. For a named user, content that is hidden from them is omitted. */
  catalogueList: defineServiceCall<CatalogueListAnswer>()({
    path: '/catalogue/list',
    writes: false,
    input: z.strictObject(
      {
        kind,
        userId: z.optional(recordId),
        knownVersion: maybe(line(1, 64)),
        cursor: maybe(recordId),
        limit: z.optional(integerBetween(1, 500)),
      },
      'type',
    ),
  }),
  /**
   * Returns a file of a published course (`document:<file>/<name>` in its attachments), some megabytes of base64 per call.
   * Rejects a named user who may not use the course.
   */
  catalogueFile: defineServiceCall<CatalogueFileAnswer>()({
    path: '/catalogue/file',
    writes: false,
    input: z.strictObject(
      {
        courseId: recordId,
        file: line(1, 64),
        part: z.optional(integerBetween(0, 1000)),
        userId: z.optional(recordId),
      },
      'type',
    ),
  }),
  /** Reports how often content was used, shown or followed since the last report. */
  catalogueCount: defineServiceCall<CatalogueCountAnswer>()({
    path: '/catalogue/count',
    writes: true,
    input: z.strictObject(
      { uses: z.array(use, 'type').check(z.minLength(1, 'required'), z.maxLength(500, 'tooMany')) },
      'type',
    ),
  }),
  /** Verifies a client app by its key, and tells whether it must be updated. */
  catalogueClient: defineServiceCall<CatalogueClientAnswer>()({
    path: '/catalogue/client',
    writes: false,
    input: z.strictObject({ appKey: line(1, 64), secret: maybe(line(1, 128)), appVersion: maybe(line(1, 32)) }, 'type'),
  }),
};
