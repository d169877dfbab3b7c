/** Answers of the workplace panels. Integers throughout; what does not exist yet is null or absent, never a made-up figure. */
export interface DataCard {
  /** One that ends in `Fen` is money. */
  readonly key: string;
  /** In the caller's language. */
  readonly label: string;
  readonly value: number;
  /** The list that the figure is of: a path of the console with its filters; null for those who may not read it. */
  readonly route: string | null;
  readonly today?: number;
  readonly yesterday?: number;
  /** Today against yesterday in basis points; null when yesterday was 0. */
  readonly deltaBps?: number | null;
  readonly [extra: string]: number | string | null | undefined | Readonly<Record<string, number>>;
}
export interface DataPanelAnswer {
  /** ISO 8601. */
  readonly asOf: string;
  readonly timezone: string;
  readonly cards: readonly DataCard[];
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

/** Orders of one hour, day, week or month of the site; money in fen. */
export interface OrderPoint {
  readonly x: string;
  readonly created: number;
  readonly paid: number;
  readonly paidFen: number;
  readonly refundedFen: number;
}

/** What was paid for one product, or through one channel. */
export interface OrderShare {
  readonly key: string;
  readonly label: string;
  readonly paid: number;
  readonly paidFen: number;
}

/** How many of the orders that were placed in the range stand so now. */
export interface OrderStanding {
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
    readonly timezone: string;
  };
  readonly summary: Readonly<Record<string, number>> | null;
  /** Words for the keys of the summary; a key that ends in `Fen` is money, in `Bps` a share. */
  readonly labels: Readonly<Record<string, string>>;
  readonly series: readonly OrderPoint[] | null;
  /** As long a time just before, when it was asked for. */
  readonly compare: readonly OrderPoint[] | null;
  readonly byProduct: readonly OrderShare[] | null;
  readonly byChannel: readonly OrderShare[] | null;
  /** They add up to what was placed. */
  readonly byStatus: readonly OrderStanding[] | null;
  /** The last orders of all, whatever the range; null for those who may not list them. */
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
  }[];
  readonly messages: readonly Message[];
}

/** Up to when the box was empty before, in UTC ms: given to the same call, it brings back what was cleared. */
export interface MessageClearAnswer {
  readonly until: number;
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
  }[];
  readonly asOf: string;
}
