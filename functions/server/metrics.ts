import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { LogSink } from '../log';

/** Seconds: the upper ends of the classes of a request's duration. */
const classes = [0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10];

type Labels = Readonly<Record<string, string | number>>;

const escaped = (value: string | number): string =>
  String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const labelled = (name: string, labels: Labels): string => {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
};

/** A family in Prometheus' text form (prometheus.io/docs/instrumenting/exposition_formats). */
const family = (name: string, type: string, help: string, samples: readonly string[]): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples, ''].join('\n');

/** A counter for each combination of labels that occurred. */
class Counter {
  private readonly counts = new Map<string, number>();

  constructor(
    private readonly name: string,
    private readonly help: string,
  ) {}

  add(labels: Labels): void {
    const key = labelled(this.name, labels);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  text(): string {
    const samples = [...this.counts].map(([key, count]) => `${key} ${count}`);
    return family(this.name, 'counter', this.help, samples);
  }
}

class Durations {
  private readonly counts = classes.map(() => 0);
  private total = 0;
  private sum = 0;

  add(seconds: number): void {
    this.total += 1;
    this.sum += seconds;
    for (const [index, end] of classes.entries())
      if (seconds <= end) this.counts[index] = (this.counts[index] ?? 0) + 1;
  }

  text(name: string, help: string): string {
    const each = classes.map((end, index) => `${name}_bucket{le="${end}"} ${this.counts[index]}`);
    const all = [
      `${name}_bucket{le="+Inf"} ${this.total}`,
      `${name}_sum ${this.sum}`,
      `${name}_count ${this.total}`,
    ];
    return family(name, 'histogram', help, [...each, ...all]);
  }
}

/** The fields of log lines that are counted. Every line has the first two. */
interface Line {
  readonly severity: string;
  readonly message: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly end?: string;
}

interface Metrics {
  /** Passes each log line on, and counts it. */
  readonly sink: LogSink;
  /** The answer to a scrape. */
  text(): string;
}

/** What a process did since it began, counted from its log lines: both then say the same. `isReady`: see `/readyz`. */
export function countedLog(write: LogSink, version: string, isReady: () => boolean): Metrics {
  const requests = new Counter('busker_http_requests_total', 'Answered requests of the API and of pages.');
  const jobs = new Counter('busker_jobs_total', 'Slices of jobs, by how they ended.');
  const lines = new Counter('busker_log_lines_total', 'Log lines.');
  const durations = new Durations();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const gauge = (name: string, help: string, value: number, type = 'gauge') =>
    family(name, type, help, [`${name} ${value}`]);

  return {
    sink(line) {
      write(line);
      const {
        severity,
        message,
        method = '',
        route = '',
        status = 0,
        ms = 0,
        end = '',
      } = JSON.parse(line) as Line;
      lines.add({ severity, message });
      if (message === 'request') {
        requests.add({ method, route, status });
        durations.add(ms / 1000);
      } else if (message === 'job ended') jobs.add({ end });
    },
    text() {
      const { user, system } = process.cpuUsage();
      const text = [
        family('busker_info', 'gauge', 'The release.', [`${labelled('busker_info', { version })} 1`]),
        gauge('busker_ready', '1 while /readyz answers 200.', isReady() ? 1 : 0),
        requests.text(),
        durations.text('busker_http_request_seconds', 'Seconds until a request was answered.'),
        jobs.text(),
        lines.text(),
        gauge('process_resident_memory_bytes', 'Memory in use.', process.memoryUsage.rss()),
        gauge('process_cpu_seconds_total', 'Computing time.', (user + system) / 1e6, 'counter'),
        gauge(
          'process_start_time_seconds',
          'When the process began (Unix time).',
          Math.round(Date.now() / 1000 - process.uptime()),
        ),
        gauge(
          'nodejs_eventloop_delay_p99_seconds',
          'How late timers ran since the last scrape, 99th percentile.',
          Number.isFinite(delay.percentile(99)) ? delay.percentile(99) / 1e9 : 0,
        ),
      ].join('');
      delay.reset();
      return text;
    },
  };
}
