import * as z from 'zod/mini';
import { defineServiceCall, integerBetween, line, maybe, recordId } from '../../client/service-call.ts';

/** What the platform shows its users, a kind each. */
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

/** A record as users may see it: its id and what was published of it; for a person, whether they may use it. */
export type ContentItem = Readonly<Record<string, unknown>> & { readonly id: number; readonly allowed?: boolean };

export interface CatalogueListAnswer {
  readonly kind: ContentKind;
  /** Changes whenever anything that is published of the kind does; a page of another version belongs to another list. */
  readonly version: string;
  /** False when the caller knows this version already: then there are no items. */
  readonly changed: boolean;
  /** In the order of ids; clients order them by `sort`. */
  readonly items: readonly ContentItem[];
  /** What to ask for next; null at the end. */
  readonly nextCursor: number | null;
}

/** One part of a file, in its order; the last says that no more follow. */
export interface CatalogueFileAnswer {
  readonly name: string;
  /** Of the whole file, in bytes. */
  readonly size: number;
  readonly part: number;
  readonly more: boolean;
  readonly content: string;
}

export interface CatalogueCountAnswer {
  /** Uses that were counted; those of records that are gone are not. */
  readonly counted: number;
}

export interface CatalogueClientAnswer {
  readonly name: string;
  readonly platform: string;
  /** Whether the secret is right; null when none was given. */
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
  /** What is published of a kind, page by page; as a person sees it when one is named: what is hidden from them is left out. */
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
   * A file among the material of a published course, `document:<file>/<name>` in its attachments, some megabytes a call in base64.
   * Rejected when a person is named who may not use the course.
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
  /** How often content was used, or shown and followed, since the last time that someone said so. */
  catalogueCount: defineServiceCall<CatalogueCountAnswer>()({
    path: '/catalogue/count',
    writes: true,
    input: z.strictObject(
      { uses: z.array(use, 'type').check(z.minLength(1, 'required'), z.maxLength(500, 'tooMany')) },
      'type',
    ),
  }),
  /** A client app by its key: is it really that one, and does it have to be updated? */
  catalogueClient: defineServiceCall<CatalogueClientAnswer>()({
    path: '/catalogue/client',
    writes: false,
    input: z.strictObject({ appKey: line(1, 64), secret: maybe(line(1, 128)), appVersion: maybe(line(1, 32)) }, 'type'),
  }),
};
