/** Answers of the workplace panels. Integers throughout; what does not exist yet is null or absent, never a made-up figure. */
/** What is said next to a figure, in the caller's language. */
export interface CardNote {
  readonly key: string;
  readonly text: string;
}
export interface DataCard {
  /** One that ends in `Fen` is money, in `Micros` millionths of a yuan. */
  readonly key: string;
  /** In the caller's language. */
  readonly label: string;
  readonly value: number;
  /** The list that the figure is of: a path of the console with its filters; null for those who may not read it. */
  readonly route: string | null;
  readonly today?: number;
  readonly yesterday?: number;
  /** As much of yesterday as has passed of today. */
  readonly yesterdayByNow?: number;
  /** Today against as much of yesterday in basis points; null when that was 0. */
  readonly deltaBps?: number | null;
  /** ISO 4217 code of a key that ends in `Fen`; that of the site when it is left out. */
  readonly currency?: string;
  readonly notes: readonly CardNote[];
  /** Of tasks: how many of each kind, by the name of its resource. */
  readonly byKind?: Readonly<Record<string, number>>;
  readonly [extra: string]: number | string | null | undefined | readonly CardNote[] | Readonly<Record<string, number>>;
}
export interface DataPanelAnswer {
  /** ISO 8601. */
  readonly asOf: string;
  readonly timezone: string;
  readonly cards: readonly DataCard[];
}

/** A metric of a period. Those whose key ends in `Bps` are shares; a value is null where nothing can be divided. */
export interface HeadlineMetric {
  readonly key: string;
  /** In the caller's language. */
  readonly label: string;
  readonly value: number | null;
  /** The period before, up to the same time of day. */
  readonly before: number | null;
  /** The change in basis points, of a share the difference; null when there is nothing to compare with. */
  readonly deltaBps: number | null;
  /** Whether less of it is better. */
  readonly lessIsBetter: boolean;
  /** ISO 4217 code of a key that ends in `Fen`. */
  readonly currency: string | null;
  /** One entry per point of the answer; null for the time to come. */
  readonly values: readonly (number | null)[];
  readonly valuesBefore: readonly (number | null)[];
}
export interface HeadlinesAnswer {
  /** ISO 8601. */
  readonly asOf: string;
  readonly timezone: string;
  /** Both days are in the period. */
  readonly start: string;
  readonly end: string;
  /** The first day of the period before, and the moment up to which it is compared, UTC ms. */
  readonly startBefore: string;
  readonly comparedUntil: number;
  /** Hours for one day, otherwise days: `YYYY-MM-DD HH:mm` or `YYYY-MM-DD`. */
  readonly points: readonly string[];
  /** Whether the last point that has values is not over yet. */
  readonly isOpen: boolean;
  /** Those that the caller may see, the most important first. */
  readonly metrics: readonly HeadlineMetric[];
}

/** `x` is a day `YYYY-MM-DD` in the site's time zone. */
export interface Point {
  readonly x: string;
  readonly y: number;
}
export interface ContentDataAnswer {
  readonly metric: string;
  /** One point a day, zero-filled, oldest first; day sums equal the range sum. */
  readonly points: readonly Point[];
  /** The points again, divided by kind of session or source; at every `x` they add up to the point. */
  readonly series: readonly { readonly key: string; readonly label: string; readonly points: readonly Point[] }[];
  /** Models by messages in the range; `increases` in percent against the period before, null when that had none. */
  readonly top: readonly {
    readonly key: number;
    readonly title: string;
    readonly clickNumber: string;
    readonly increases: number | null;
  }[];
}

/** Orders of one hour, day, week or month of the site; money in hundredths. */
export interface OrderPoint {
  readonly x: string;
  readonly created: number;
  readonly paid: number;
  readonly paidFen: number;
  readonly refundedFen: number;
}

/** What was paid of one kind. */
export interface OrderShare {
  readonly key: string;
  readonly label: string;
  readonly paid: number;
  readonly paidFen: number;
  /** Those orders: a path of the console with the list's filters; null where none leads to them, or for those who may not read it. */
  readonly route: string | null;
}

/** What was paid for one product, under one of its names. */
export interface ProductShare extends OrderShare {
  readonly productType: string;
  readonly productId: number | null;
}

/** Amounts of a currency that the panel does not count, in hundredths. */
export interface OtherCurrency {
  readonly currency: string;
  readonly paidFen: number;
  readonly refundedFen: number;
}

/** How many of the orders that were placed in the range stand so now. */
export interface OrderSummary {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** Those orders: a path of the console with the list's filters; null for those who may not read it. */
  readonly route: string | null;
}

/** An order that was placed lately; times in UTC ms. */
export interface RecentOrder {
  readonly id: number;
  readonly no: string;
  readonly user: { readonly id: number; readonly name: string };
  /** Of what was bought. */
  readonly name: string;
  readonly payableFen: number;
  readonly status: string;
  /** The status in words. */
  readonly label: string;
  readonly createdAt: number;
  readonly paidAt: number | null;
  readonly route: string;
}

/**
 * Null parts: there are no orders on this platform yet. An order counts when it was paid, a refund when it was done; the series and
 * each division add up to the summary.
 */
export interface OrderPanelAnswer {
  readonly range: {
    readonly start: string;
    readonly end: string;
    readonly granularity: string;
    /** Of one kind of product alone, or of one channel; null for all. */
    readonly productType: string | null;
    readonly payChannel: string | null;
    /** ISO 4217 code: the orders of this currency are counted, and all amounts are in it. */
    readonly currency: string;
    readonly timezone: string;
  };
  readonly summary: Readonly<Record<string, number>> | null;
  /** What was paid and refunded in other currencies in the range, by currency. */
  readonly others: readonly OtherCurrency[];
  /** Words for the keys of the summary, and `otherPaid` and `otherRefunded`; a key that ends in `Fen` is money, in `Bps` a share. */
  readonly labels: Readonly<Record<string, string>>;
  readonly series: readonly OrderPoint[] | null;
  /** As long a time just before, when it was asked for. */
  readonly compare: readonly OrderPoint[] | null;
  readonly byProduct: readonly ProductShare[] | null;
  readonly byChannel: readonly OrderShare[] | null;
  /** They add up to what was placed. */
  readonly byStatus: readonly OrderSummary[] | null;
  /** The last orders of the kind, whatever the range; null for those who may not list them. */
  readonly recent: readonly RecentOrder[] | null;
}

export interface Message {
  readonly id: number;
  readonly type: 'message' | 'notice' | 'todo';
  readonly title: string;
  readonly subTitle: string;
  readonly avatar: string;
  readonly content: string;
  /** `YYYY-MM-DD HH:mm:ss` in the site's time zone. */
  readonly time: string;
  /** 0 not started, 1 activated, 2 in progress, 3 expiring soon. */
  readonly messageType: number;
  /** 0 unread, 1 read. */
  readonly status: 0 | 1;
  readonly severity: 'info' | 'warn' | 'critical';
  /** Where the matter is dealt with: a path of the console with the list's filters; null when there is no such place. */
  readonly route: string | null;
}
export interface MessagePanelAnswer {
  /** UTC ms. */
  readonly asOf: number;
  readonly unread: { readonly message: number; readonly notice: number; readonly todo: number };
  readonly todos: readonly {
    readonly key: string;
    readonly label: string;
    readonly count: number;
    readonly route: string;
    /** Whether users or money wait for it, it has to be reviewed, or it can be done at any time. */
    readonly urgency?: 'now' | 'review' | 'later';
  }[];
  readonly messages: readonly Message[];
}

/** Up to when the box was empty before, in UTC ms: given to the same call, it brings back what was cleared. */
export interface MessageClearAnswer {
  readonly until: number;
}

/** Answer of `/message/read`. */
export interface MessageReadAnswer {
  /** Messages that were unread before. */
  readonly read: number;
}

/** Work of one kind that stands in line. */
export interface QueueLine {
  readonly key: string;
  readonly label: string;
  readonly waiting: number;
  readonly running: number;
  /** Of what came within 24 hours. */
  readonly failed: number;
  readonly oldestWaitS: number | null;
  /** Not done, and making no headway. */
  readonly stuck: number;
  /** What is not done yet: a path of the console with the list's filters. */
  readonly route: string;
}

/** Bytes, milliseconds, seconds and percent as the names say. */
export interface MemoryPanelAnswer {
  readonly host: {
    readonly hostname: string;
    readonly os: string;
    readonly arch: string;
    readonly cpus: number;
    readonly load: readonly number[];
    readonly uptimeS: number;
  };
  readonly process: {
    readonly pid: number;
    readonly node: string;
    readonly version: string;
    /** The commit that it was built from; null where it is unknown. */
    readonly commit: string | null;
    readonly uptimeS: number;
    readonly rss: number;
    readonly heapUsed: number;
    readonly heapTotal: number;
    readonly eventLoopP99Ms: number;
    readonly cpuPct: number;
  };
  readonly cpu: { readonly pct: number };
  readonly memory: { readonly total: number; readonly used: number; readonly free: number; readonly pct: number };
  readonly disk: readonly {
    readonly mount: string;
    readonly total: number;
    readonly used: number;
    readonly pct: number;
  }[];
  readonly db: {
    readonly kind: 'sqlite' | 'postgres';
    readonly ok: boolean;
    readonly latencyMs: number | null;
    readonly size: number | null;
    readonly pool: { readonly size: number; readonly idle: number; readonly waiting: number } | null;
    readonly largest: readonly {
      readonly table: string;
      readonly rows: number | null;
      readonly bytes: number | null;
    }[];
    readonly migration: string;
  };
  /** Work that stands in line, as far as the caller may see it. */
  readonly queue: readonly QueueLine[];
  /** Services that may call, those that called last first; null for those who may not list them. */
  readonly services:
    | readonly {
        readonly id: number;
        readonly name: string;
        /** Null when it never called. */
        readonly lastSeenS: number | null;
        readonly rpm: number;
        /** Share of its calls of five minutes that failed here; null when there were none. */
        readonly errorBps: number | null;
      }[]
    | null;
  /** Where images are stored; `ok` is null until it was checked. */
  readonly storage: { readonly driver: 'database' | 's3'; readonly ok: boolean | null };
  readonly http: { readonly rpm: number; readonly p95Ms: number | null; readonly errors5m: number };
  /** One entry a step, oldest first; `stepS` seconds apart. */
  readonly history: {
    readonly stepS: number;
    readonly cpu: readonly number[];
    readonly mem: readonly number[];
    readonly rpm: readonly number[];
  };
  readonly health: readonly {
    readonly key: string;
    readonly label: string;
    readonly status: 'ok' | 'warn' | 'bad';
    /** What was measured, in the caller's language. */
    readonly message?: string;
    /** The records that are the cause: a path of the console with the list's filters. */
    readonly route?: string;
  }[];
  readonly asOf: string;
}
