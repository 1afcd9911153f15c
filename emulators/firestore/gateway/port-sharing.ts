import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { type Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js';

/** Every HTTP/2 connection begins with these bytes. No HTTP/1.1 method does. */
const HTTP2_PREFACE = Buffer.from('PRI * HTTP/2.0');

function passOn(socket: Socket, first: Buffer, take: (socket: Socket) => void): void {
  socket.pause();
  socket.unshift(first);
  take(socket);
  process.nextTick(() => socket.resume());
}

/** One port for gRPC and HTTP/1.1: the first bytes of a connection show the protocol. */
export function sharePort(http: HttpServer, grpc: GrpcServer): Server {
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  return createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    let first = Buffer.alloc(0);
    const decide = (chunk: Buffer): void => {
      first = Buffer.concat([first, chunk]);
      const length = Math.min(first.length, HTTP2_PREFACE.length);
      const maybeHttp2 = first.subarray(0, length).equals(HTTP2_PREFACE.subarray(0, length));
      if (maybeHttp2 && length < HTTP2_PREFACE.length) return;
      socket.off('data', decide);
      passOn(socket, first, (ready) => {
        if (maybeHttp2) injector.injectConnection(ready);
        else http.emit('connection', ready);
      });
    };
    socket.on('data', decide);
  });
}
