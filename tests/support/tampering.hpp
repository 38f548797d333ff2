#pragma once

#include <functional>
#include <utility>

#include "themata/cluster/communicator.hpp"

// Ranks whose messages are tampered with.
namespace themata::testing {

using Tamper = std::function<void(std::uint32_t tag, Message&)>;

/// Another transport, but for what it sends.
class Tampering : public Transport {
 public:
  Tampering(Transport& other, Tamper tamper) : other_(other), tamper_(std::move(tamper)) {}
  std::size_t rank() const override { return other_.rank(); }
  std::size_t size() const override { return other_.size(); }
  void send(std::size_t to, std::uint32_t tag, Message message) override {
    tamper_(tag, message);
    other_.send(to, tag, std::move(message));
  }
  Mailbox& mailbox() override { return other_.mailbox(); }

 private:
  Transport& other_;
  Tamper tamper_;
};

}  // namespace themata::testing
