import type { TaskQueue } from '../queue/task-queue';

/** Runs nothing by itself: a test takes the tasks, drops them, doubles them or runs them in another order. */
export class InMemoryQueue<Task> implements TaskQueue<Task> {
  readonly tasks: { readonly task: Task; readonly at: number }[] = [];

  enqueue(task: Task, at: number): Promise<void> {
    this.tasks.push({ task, at });
    return Promise.resolve();
  }

  /** Takes the tasks that are due. */
  take(now: number): readonly Task[] {
    const due = this.tasks.filter(({ at }) => at <= now);
    const later = this.tasks.filter(({ at }) => at > now);
    this.tasks.splice(0, this.tasks.length, ...later);
    return due.map(({ task }) => task);
  }
}
