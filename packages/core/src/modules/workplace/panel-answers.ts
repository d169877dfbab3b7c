/** Answers of the workplace panels. Integers throughout; what does not exist yet is null or absent, never a made-up figure. */
/** A note next to a metric, in the language of the caller. */
export interface CardNote {
  readonly key: string;
  readonly text: string;
}
export interface DataCard {
  /** A key that ends in `Fen` is an amount, one in `Micros` millionths of a yuan. */
  readonly key: string;
  /** In the language of the caller. */
  readonly label: string;
  readonly value: number;
  /** The list behind the metric: a console path with filters; null for callers who may not read it. */
  readonly route: string | null;
  readonly today?: number;
  readonly yesterday?: number;
  /** The value of yesterday up to the same time of day. */
  readonly yesterdayByNow?: number;
  /** Change of today against `yesterdayByNow` in basis points; null when that was 0. */
  readonly deltaBps?: number | null;
  /** ISO 4217 code for a key that ends in `Fen`. Default: that of the site. */
  readonly currency?: string;
  readonly notes: readonly CardNote[];
  /** For tasks: their number by resource name. */
  readonly byKind?: Readonly<Record<string, number>>;
  readonly [extra: string]: number | string | null | undefined | readonly CardNote[] | Readonly<Record<string, number>>;
}
export interface DataPanelAnswer {
  /** ISO 8601. */
  readonly asOf: string;
  readonly timezone: string;
  readonly cards: readonly DataCard[];
}

/** A metric of a period. Keys that end in `Bps` are shares; a value is null when the divisor is 0. */
export interface HeadlineMetric {
  readonly key: string;
  /** In the language of the caller. */
  readonly label: string;
  readonly value: number | null;
  /** The previous period, up to the same time of day. */
  readonly before: number | null;
  /** The change in basis points; for a share, the difference. Null without a previous value. */
  readonly deltaBps: number | null;
  /** Whether a lower value is better. */
  readonly lessIsBetter: boolean;
  /** ISO 4217 code for a key that ends in `Fen`. */
  readonly currency: string | null;
  /** One value per point; null for points in the future. */
  readonly values: readonly (number | null)[];
  readonly valuesBefore: readonly (number | null)[];
}
export interface HeadlinesAnswer {
  /** ISO 8601. */
  readonly asOf: string;
  readonly timezone: string;
  /** First and last day of the period, both included. */
  readonly start: string;
  readonly end: string;
  /** First day of the previous period, and the end of the comparison in UTC milliseconds. */
  readonly startBefore: string;
  readonly comparedUntil: number;
  /** Hours for a single day, otherwise days: `YYYY-MM-DD HH:mm` or `YYYY-MM-DD`. */
  readonly points: readonly string[];
  /** Whether the last point with values is incomplete. */
  readonly isOpen: boolean;
  /** The metrics that the caller may see, the most important first. */
  readonly metrics: readonly HeadlineMetric[];
}

/** `x` is a date `YYYY-MM-DD` in the time zone of the site. */
export interface Point {
  readonly x: string;
  readonly y: number;
}
export interface ContentDataAnswer {
  readonly metric: string;
  /** One point per day, oldest first, 0 without data. The points add up to the total of the range. */
  readonly points: readonly Point[];
  /** The points by kind of session or source. At each `x`, the series add up to the point. */
  readonly series: readonly { readonly key: string; readonly label: string; readonly points: readonly Point[] }[];
  /** Models by messages in the range. `increases` is the change in percent against the previous range; null without data. */
  readonly top: readonly {
    readonly key: number;
    readonly title: string;
    readonly clickNumber: string;
    readonly increases: number | null;
  }[];
}

/** Orders of an hour, day, week or month in the time zone of the site. Amounts are in hundredths. */
export interface OrderPoint {
  readonly x: string;
  readonly created: number;
  readonly paid: number;
  readonly paidFen: number;
  readonly refundedFen: number;
}

/** Payments of one kind. */
export interface OrderShare {
  readonly key: string;
  readonly label: string;
  readonly paid: number;
  readonly paidFen: number;
  /** The orders: a console path with filters; null when no list shows them or the caller may not read it. */
  readonly route: string | null;
}

/** Payments for one product, under one of its names. */
export interface ProductShare extends OrderShare {
  readonly productType: string;
  readonly productId: number | null;
}

/** Amounts in a currency that the panel does not count, in hundredths. */
export interface OtherCurrency {
  readonly currency: string;
  readonly paidFen: number;
  readonly refundedFen: number;
}

/** Number of orders placed in the range that are now in this state. */
export interface OrderSummary {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** The orders: a console path with filters; null when the caller may not read it. */
  readonly route: string | null;
}

/** A recent order. Times are in UTC milliseconds. */
export interface RecentOrder {
  readonly id: number;
  readonly no: string;
  readonly user: { readonly id: number; readonly name: string };
  /** Name of the product. */
  readonly name: string;
  readonly payableFen: number;
  readonly status: string;
  /** Label of the status. */
  readonly label: string;
  readonly createdAt: number;
  readonly paidAt: number | null;
  readonly route: string;
}

/**
 * Parts are null when the platform has no orders yet. An order counts when it is paid, a refund when it is completed. The series
 * and each breakdown add up to the summary.
 */
export interface OrderPanelAnswer {
  readonly range: {
    readonly start: string;
    readonly end: string;
    readonly granularity: string;
    /** The product type or channel of the report; null for all. */
    readonly productType: string | null;
    readonly payChannel: string | null;
    /** ISO 4217 code of the counted orders and of all amounts. */
    readonly currency: string;
    readonly timezone: string;
  };
  readonly summary: Readonly<Record<string, number>> | null;
  /** Payments and refunds in other currencies in the range. */
  readonly others: readonly OtherCurrency[];
  /**
   * Labels for the keys of the summary, `otherPaid` and `otherRefunded`. A key that ends in `Fen` is an amount, one in `Bps` a
   * share.
   */
  readonly labels: Readonly<Record<string, string>>;
  readonly series: readonly OrderPoint[] | null;
  /** The range of the same length before, if requested. */
  readonly compare: readonly OrderPoint[] | null;
  readonly byProduct: readonly ProductShare[] | null;
  readonly byChannel: readonly OrderShare[] | null;
  /** They add up to the placed orders. */
  readonly byStatus: readonly OrderSummary[] | null;
  /** The latest orders, whatever the range; null for callers who may not list them. */
  readonly recent: readonly RecentOrder[] | null;
}

export interface Message {
  readonly id: number;
  readonly type: 'message' | 'notice' | 'todo';
  readonly title: string;
  readonly subTitle: string;
  readonly avatar: string;
  readonly content: string;
  /** `YYYY-MM-DD HH:mm:ss` in the time zone of the site. */
  readonly time: string;
  /** 0: not started; 1: activated; 2: in progress; 3: expiring soon. */
  readonly messageType: number;
  /** 0: unread; 1: read. */
  readonly status: 0 | 1;
  readonly severity: 'info' | 'warn' | 'critical';
  /** Where the notification is handled: a console path with filters; null when there is no such place. */
  readonly route: string | null;
}
export interface MessagePanelAnswer {
  /** UTC milliseconds. */
  readonly asOf: number;
  readonly unread: { readonly message: number; readonly notice: number; readonly todo: number };
  readonly todos: readonly {
    readonly key: string;
    readonly label: string;
    readonly count: number;
    readonly route: string;
    /** `now`: users or money wait for it; `review`: it must be reviewed; `later`: it can wait. */
    readonly urgency?: 'now' | 'review' | 'later';
  }[];
  readonly messages: readonly Message[];
}

/**
 * Until when notifications had been cleared before, in UTC milliseconds. Sending it in the same call restores the cleared ones.
 */
export interface MessageClearAnswer {
  readonly until: number;
}

/** Response of `/message/read`. */
export interface MessageReadAnswer {
  /** Number of messages that were unread before. */
  readonly read: number;
}

/** Queued work of one kind. */
export interface QueueLine {
  readonly key: string;
  readonly label: string;
  readonly waiting: number;
  readonly running: number;
  /** Failures among the work of the last 24 hours. */
  readonly failed: number;
  readonly oldestWaitS: number | null;
  /** Unfinished work without progress. */
  readonly stuck: number;
  /** Unfinished work: a console path with filters. */
  readonly route: string;
}

/** Units (bytes, milliseconds, seconds, percent) are part of the names. */
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
    /** The commit of the build; null when unknown. */
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
  /** Queued work that the caller may see. */
  readonly queue: readonly QueueLine[];
  /** Service clients, those with the latest call first; null for callers who may not list them. */
  readonly services:
    | readonly {
        readonly id: number;
        readonly name: string;
        /** Null when it has never called. */
        readonly lastSeenS: number | null;
        readonly rpm: number;
        /** Share of failed calls in the last five minutes; null when there were none. */
        readonly errorBps: number | null;
      }[]
    | null;
  /** Storage of images. `ok` is null until it was checked. */
  readonly storage: { readonly driver: 'database' | 's3'; readonly ok: boolean | null };
  readonly http: { readonly rpm: number; readonly p95Ms: number | null; readonly errors5m: number };
  /** One entry per step of `stepS` seconds, oldest first. */
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
    /** What was measured, in the language of the caller. */
    readonly message?: string;
    /** The affected records: a console path with filters. */
    readonly route?: string;
  }[];
  readonly asOf: string;
}
