import {
  Metadata,
  Server,
  type ServerDuplexStream,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
  type handleBidiStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
} from '@grpc/grpc-js';
import type protobuf from 'protobufjs';
import { callerOf } from '../access/rules-gate';
import { ListenStream } from '../listen/listen-stream';
import { methods, type Method } from '../rpc/methods';
import { type RpcContext, WriteStream } from '../rpc/service';
import { statusOf } from '../values/status';
import { parseInstantParts } from '../values/values';
import type { StreamContext } from '../gateway/web-channel';
import { requestFromJson, schema } from '../wire/from-json';

/** Converts protocol buffers to JSON and back by the descriptor. The JSON then goes through `from-json`, as in REST. */
const fullNameOf = (field: protobuf.Field): string => field.resolvedType?.fullName ?? field.type;

const WRAPPERS: ReadonlySet<string> = new Set([
  '.google.protobuf.Int32Value',
  '.google.protobuf.Int64Value',
  '.google.protobuf.DoubleValue',
]);

const asRecord = (value: unknown): Record<string, unknown> => value as Record<string, unknown>;

function decodedItem(field: protobuf.Field, item: unknown): unknown {
  const type = field.resolvedType;
  if (type !== null && 'fields' in type) return jsonOf(type, asRecord(item));
  return field.type === 'int64' ? String(item) : item;
}

function mapped(record: unknown, each: (item: unknown) => unknown): Record<string, unknown> {
  const result = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(asRecord(record))) result[key] = each(item);
  return result;
}

/** In proto3 an empty list or map is the same as none. */
const isEmpty = (field: protobuf.Field, value: unknown): boolean =>
  (field.map || field.repeated) && Object.keys(asRecord(value)).length === 0;

function jsonOf(type: protobuf.Type, message: Record<string, unknown>): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const field of type.fieldsArray) {
    if (!Object.hasOwn(message, field.name)) continue;
    const value = message[field.name];
    if (value == null || isEmpty(field, value)) continue;
    if (field.map) json[field.name] = mapped(value, (item) => decodedItem(field, item));
    else if (field.repeated) json[field.name] = (value as unknown[]).map((item) => decodedItem(field, item));
    else json[field.name] = decodedItem(field, value);
  }
  return json;
}

export const decodeMessage = (type: protobuf.Type, bytes: Buffer): unknown =>
  jsonOf(type, asRecord(type.decode(bytes)));

function encodedItem(field: protobuf.Field, item: unknown): unknown {
  const type = field.resolvedType;
  if (type === null) return encodedScalar(field.type, item);
  if ('values' in type) return encodedEnum(type, item);
  const name = fullNameOf(field);
  if (name === '.google.protobuf.Timestamp') return parseInstantParts(String(item));
  if (WRAPPERS.has(name)) return { value: item };
  return plainOf(type, asRecord(item));
}

function encodedScalar(type: string, item: unknown): unknown {
  if (type === 'double') return Number(item);
  if (type === 'bytes') return Buffer.from(String(item), 'base64');
  return item;
}

const encodedEnum = (type: protobuf.Enum, item: unknown): number =>
  typeof item === 'string' ? (type.values[item] ?? 0) : 0;

function plainOf(type: protobuf.Type, json: Record<string, unknown>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const field of type.fieldsArray) {
    const value = json[field.name];
    if (value === undefined) continue;
    if (field.map) plain[field.name] = mapped(value, (item) => encodedItem(field, item));
    else if (field.repeated) plain[field.name] = (value as unknown[]).map((item) => encodedItem(field, item));
    else plain[field.name] = encodedItem(field, value);
  }
  return plain;
}

export const encodeMessage = (type: protobuf.Type, json: unknown): Buffer =>
  Buffer.from(type.encode(plainOf(type, asRecord(json))).finish());

const SERVICE = 'google.firestore.v1.Firestore';

function definition(
  name: string,
  request: string,
  response: string,
  streams: { request: boolean; response: boolean },
): ServiceDefinition[string] {
  const requestType = schema.lookupType(`google.firestore.v1.${request}`);
  const responseType = schema.lookupType(
    response.includes('.') ? response : `google.firestore.v1.${response}`,
  );
  return {
    path: `/${SERVICE}/${name}`,
    requestStream: streams.request,
    responseStream: streams.response,
    requestSerialize: (json: unknown) => encodeMessage(requestType, json),
    requestDeserialize: (bytes: Buffer) => decodeMessage(requestType, bytes),
    responseSerialize: (json: unknown) => encodeMessage(responseType, json),
    responseDeserialize: (bytes: Buffer) => decodeMessage(responseType, bytes),
  };
}

function authorizationOf(metadata: Metadata): string | undefined {
  const [value] = metadata.get('authorization');
  return value === undefined ? undefined : value.toString();
}

interface GrpcStatus {
  readonly code: number;
  readonly details: string;
}

/** The service over gRPC: the same methods and streams as over REST and WebChannel. */
export class GrpcGateway {
  readonly server = new Server({
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
  });

  constructor(private readonly context: StreamContext) {
    const definitions: Record<string, ServiceDefinition[string]> = {};
    const handlers: UntypedServiceImplementation = {};
    for (const [name, method] of Object.entries(methods)) {
      const streams = { request: false, response: method.streams };
      definitions[name] = definition(name, method.request, method.response, streams);
      handlers[name] = method.streams ? this.streaming(method) : this.unary(method);
    }
    const both = { request: true, response: true };
    definitions['Listen'] = definition('Listen', 'ListenRequest', 'ListenResponse', both);
    handlers['Listen'] = this.listen();
    definitions['Write'] = definition('Write', 'WriteRequest', 'WriteResponse', both);
    handlers['Write'] = this.write();
    this.server.addService(definitions, handlers);
  }

  private contextFor(metadata: Metadata): RpcContext {
    return { ...this.context, caller: callerOf(authorizationOf(metadata)) };
  }

  private statusFor(error: unknown): GrpcStatus {
    const { grpcCode, message } = statusOf(error, this.context.log);
    return { code: grpcCode, details: message };
  }

  /**
   * Ends a stream with a status. The headers go first, as the real service sends them: Google's client library takes a
   * stream that fails before its headers for a lost connection, and asks twice more over several seconds.
   */
  private fail(
    call: ServerWritableStream<unknown, unknown> | ServerDuplexStream<unknown, unknown>,
    error: unknown,
  ): void {
    call.sendMetadata(new Metadata());
    call.emit('error', this.statusFor(error));
  }

  private unary(method: Method): handleUnaryCall<unknown, unknown> {
    return (call, callback) => {
      try {
        callback(null, method.call(this.contextFor(call.metadata), call.request));
      } catch (error) {
        callback(this.statusFor(error), null);
      }
    };
  }

  private streaming(method: Method): handleServerStreamingCall<unknown, unknown> {
    return (call) => {
      try {
        const answers = method.call(this.contextFor(call.metadata), call.request);
        for (const answer of Array.isArray(answers) ? (answers as unknown[]) : [answers]) call.write(answer);
        call.end();
      } catch (error) {
        this.fail(call, error);
      }
    };
  }

  private listen(): handleBidiStreamingCall<unknown, unknown> {
    return this.bidirectional((metadata, send) => {
      const context = { ...this.context, ...this.contextFor(metadata) };
      const stream = new ListenStream(context, send);
      return {
        receive: (json) => stream.receive(requestFromJson('ListenRequest', json)),
        close: () => stream.close(),
      };
    });
  }

  private write(): handleBidiStreamingCall<unknown, unknown> {
    return this.bidirectional((metadata, send) => {
      const stream = new WriteStream(this.contextFor(metadata), send);
      return {
        receive: (json) => stream.receive(requestFromJson('WriteRequest', json)),
        close: () => stream.close(),
      };
    });
  }

  private bidirectional(
    make: (
      metadata: Metadata,
      send: (json: unknown) => void,
    ) => { receive(json: unknown): void; close(): void },
  ): handleBidiStreamingCall<unknown, unknown> {
    return (call) => {
      let open = true;
      const fail = (error: unknown): void => {
        open = false;
        this.fail(call, error);
      };
      let stream: ReturnType<typeof make>;
      try {
        stream = make(call.metadata, (json) => open && call.write(json));
      } catch (error) {
        return fail(error);
      }
      const stop = (): void => {
        open = false;
        stream.close();
      };
      call.on('data', (json: unknown) => {
        if (!open) return;
        try {
          stream.receive(json);
        } catch (error) {
          stream.close();
          fail(error);
        }
      });
      call.on('cancelled', stop);
      call.on('end', () => {
        stop();
        call.end();
      });
    };
  }
}
