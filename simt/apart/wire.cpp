// SPDX-License-Identifier: MIT
// Sends and receives go on after signals and short transfers; a file goes along
// as SCM_RIGHTS. An answer is given up when its reader sends more than one
// request instead of reading.
#include "simt/apart/wire.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace simt::apart {

bool send_all(int socket, const void* from, size_t bytes) {
  const auto* at = static_cast<const std::byte*>(from);
  while (bytes > 0) {
    // No signal when nobody reads: a process apart may end at any time.
    const ssize_t sent = send(socket, at, bytes, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    bytes -= static_cast<size_t>(sent);
  }
  return true;
}

bool send_answer(int socket, const void* from, size_t bytes) {
  constexpr int kLookAgainMs = 20;
  const auto* at = static_cast<const std::byte*>(from);
  while (bytes > 0) {
    const ssize_t sent = send(socket, at, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      at += sent;
      bytes -= static_cast<size_t>(sent);
      continue;
    }
    if (sent < 0 && errno == EINTR) continue;
    if (sent == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) return false;
    // One message may wait: a fault is told while a call is in flight.
    std::array<std::byte, sizeof(Request) + 1> waiting;
    if (recv(socket, waiting.data(), waiting.size(), MSG_PEEK | MSG_DONTWAIT) ==
        ssize_t{waiting.size()}) {
      return false;
    }
    pollfd room{socket, POLLOUT, 0};
    poll(&room, 1, kLookAgainMs);
  }
  return true;
}

bool send_with(int socket, const void* from, size_t bytes, int file) {
  alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(sizeof file)> beside{};
  iovec piece{const_cast<void*>(from), bytes};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = beside.data();
  message.msg_controllen = beside.size();
  cmsghdr* head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof file);
  std::memcpy(CMSG_DATA(head), &file, sizeof file);
  ssize_t sent = -1;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent <= 0) return false;
  const auto* rest = static_cast<const std::byte*>(from) + sent;
  return send_all(socket, rest, bytes - static_cast<size_t>(sent));
}

bool receive_with(int socket, void* to, size_t bytes, int& file) {
  file = -1;
  alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(sizeof file)> beside{};
  iovec piece{to, bytes};
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = beside.data();
  message.msg_controllen = beside.size();
  ssize_t got = -1;
  do {
    got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return false;
  const cmsghdr* head = CMSG_FIRSTHDR(&message);
  if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
      head->cmsg_len == CMSG_LEN(sizeof file)) {
    std::memcpy(&file, CMSG_DATA(head), sizeof file);
  }
  auto* rest = static_cast<std::byte*>(to) + got;
  return receive_all(socket, rest, bytes - static_cast<size_t>(got));
}

bool receive_all(int socket, void* to, size_t bytes) {
  auto* at = static_cast<std::byte*>(to);
  while (bytes > 0) {
    const ssize_t got = recv(socket, at, bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<size_t>(got);
  }
  return true;
}

}  // namespace simt::apart
